// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/recorder.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <span>

#include <skua/detail/core/completion_events.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/error.hpp>

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/ready.hpp"
#include "core/root_scope.hpp"
#include "core/running.hpp"
#include "core/task_on_top.hpp"
#include "instruments/signals.hpp"
#include "system/files.hpp"

namespace skua::sched {

using observe::task_record;

namespace {

/// A subtree of tasks that computes for less becomes a leaf of the record.
constexpr std::uint64_t least_grain_ns = 10'000;

std::uint64_t number_of(task_fn fn) noexcept { return reinterpret_cast<std::uintptr_t>(fn); }

/// Calls fn(slot&) for each slot from `base` on, under the lock of the deque: a spare worker may
/// steal at the same time. Throws the exception of a call, without the lock.
template <class F>
void for_each_queued(fibre* s, slot* base, F const& fn) {
  std::exception_ptr error;
  s->for_each_above(base, [&](slot& task) {
    if (error != nullptr) return;
    try {
      fn(task);
    } catch (...) {
      error = std::current_exception();
    }
  });
  if (error != nullptr) std::rethrow_exception(error);
}

/// A regular file that can be read and is not a record stays as it is: its name may be a mistake.
int open_record(std::string const& name) {
  if (auto const file = system::open_regular_file(name); file && !system::begins_with(file.get(), "skua-record-"))
    throw error("record: " + name + " cannot be written: it exists and is not a record");
  return system::open_named_file("record", name).release();
}

}  // namespace

recorder::recorder(place& p, std::string file)
    : task_events(instrument::record),
      place_(&p),
      name_(std::move(file)),
      file_(open_record(name_)),
      clock_(p),
      waits_(*this),
      slots_(&run_recorded) {
  static_cast<void>(::ftruncate(file_, 0));  // fails for a device
  record_ = make_record(clock_.ticks_in(least_grain_ns));
  p.follows_every_task = true;
  // relaxed: before the first task of the place
  completed_outside.store(&recorded_waits::completed_unrecorded, std::memory_order_relaxed);
}

/// A record that tells how long its tasks took, with all that they spawned.
std::unique_ptr<task_record> recorder::make_record(std::int64_t grain) {
  return std::make_unique<task_record>(grain, [this](std::uint64_t function, std::int64_t ticks) {
    duration_counts& d = durations_[function];
    ++d.total;
    if (ticks <= 2 * clock_.shortest_stretch()) ++d.short_ones;
  });
}

recorder::~recorder() { recorder::threads_ended(); }

void recorder::threads_ended() noexcept {
  clock_.stop_ticker();
  if (file_ < 0) return;
  int failure = 0;
  try {
    if (!failed_) {
      auto const lost_ns = static_cast<std::uint64_t>(static_cast<double>(clock_.lost()) * clock_.ns_per_tick());
      observe::recorded_program const program{system::command_of_process(), signal_received(), lost_ns};
      std::string const bytes =
          record_->bytes(program, clock_.ns_per_tick(), [this](std::uint64_t name) { return names_.text_of(name); });
      // A program that this one has started may have written a record since then.
      static_cast<void>(::ftruncate(file_, 0));  // fails for a device
      bool const is_written = system::write_all(file_, std::as_bytes(std::span(bytes)));
      if (!is_written) failure = errno;
    }
  } catch (...) {
    failed_ = true;
  }
  ::close(std::exchange(file_, -1));
  if (failed_) failure = ENOMEM;
  if (failure != 0)
    std::fprintf(stderr, "skua: record: %s is not complete: %s\n", name_.c_str(), std::strerror(failure));
}

task_record::node* recorder::node_here() noexcept {
  fibre const* const s = self();
  return s != nullptr && s->place == place_ && s->recorded != nullptr ? s->recorded->node : nullptr;
}

/// RECORDER-3.
void recorder::open_scope(recorded_task& t, scope_frame* f) {
  record_->open_scope(t.node);
  t.scopes.push_back(f);
  if (t.closing.empty() || f != t.closing.back()) f->state.add(1);
  t.is_draining = false;
}

void recorder::scope_closes(fibre* s, scope_frame* f) noexcept {
  recorded_task* const t = s->recorded;
  if (t == nullptr) return;
  bool const is_known = !t->scopes.empty() && t->scopes.back() == f;
  if (is_known) static_cast<void>(f->state.complete(1));  // the owner does not wait yet
  t->closing.push_back(f);
}

void recorder::scope_ended(fibre* s, scope_frame* f) noexcept {
  recorded_task* const t = s->recorded;
  if (t == nullptr) return;
  t->closing.pop_back();
  if (t->scopes.empty() || t->scopes.back() != f) return;
  call([&] {
    follow(s, *t, 0);
    record_->close_scope(t->node);
  });
  t->scopes.pop_back();
  t->is_draining = false;
}

/// Brings the task's steps up to the present: the time since the last call, the scopes that it has
/// opened.
void recorder::follow(fibre* s, recorded_task& t, std::int64_t correction, bool wraps) {
  auto const ticks = static_cast<std::int64_t>(entered_ - std::exchange(clock_.since_of(s), entered_));
  if (t.is_plain && !wraps) {  // its scopes stay unknown: slots of scopes around them are not yet recorded
    record_->add_work(t.node, ticks - correction);
    return;
  }
  // Those of the task lie above `t` on its stack. That of a task which it takes because it waits
  // for it may lie below.
  auto const is_new = [s, &t](scope_frame const* f) {
    return s->owns_address(f) && reinterpret_cast<std::uintptr_t>(f) < reinterpret_cast<std::uintptr_t>(&t) &&
           std::find(t.scopes.begin(), t.scopes.end(), f) == t.scopes.end();
  };
  std::vector<scope_frame*> opened;
  for (scope_frame* f = scope_of(s->scope); f != nullptr && is_new(f); f = scope_of(f->parent)) opened.push_back(f);
  std::reverse(opened.begin(), opened.end());
  if (wraps) {
    wrap_queued(s, t, opened, ticks);
    return;
  }
  record_->add_work(t.node, ticks - correction);
  for (scope_frame* const f : opened) open_scope(t, f);
}

/// Every slot that the task has pushed becomes a recorded task. `opened`: the scopes that the task
/// has open and the record does not know, the outermost one first. The slots of a scope lie above
/// those of the scopes around it (HEIGHT-1).
///
/// When each was pushed is not known, only their order. So the time of the stretch, `ticks`, is
/// spread evenly between them: in a tree, the lowest slot was pushed soon after the beginning, and
/// a thief would have taken it then.
void recorder::wrap_queued(fibre* s, recorded_task& t, std::vector<scope_frame*> const& opened, std::int64_t ticks) {
  auto unknown = opened.begin();
  auto const open_next = [&] { open_scope(t, *unknown++); };
  std::int64_t const share = ticks / static_cast<std::int64_t>(s->size() + 1);
  for_each_queued(s, t.height, [&](slot& task) {
    if (slots_.has(task)) return;
    scope_frame const* const f = scope_of(task.scope);
    if (std::find(unknown, opened.end(), f) != opened.end()) {
      while (t.scopes.empty() || t.scopes.back() != f) open_next();
    }
    slots_.wrap(task, record_->spawn(t.node, (task.scope & slot_any) != 0));
    record_->add_work(t.node, share);
    ticks -= share;
  });
  while (unknown != opened.end()) open_next();
  record_->add_work(t.node, ticks);
}

/// RECORDER-1. From here on each push is recorded.
void recorder::end_plain_stretch(fibre* s, recorded_task& t) {
  follow(s, t, 0, true);
  t.is_plain = false;
  s->set_mode(slow_mode::all);
}

void recorder::queued(fibre* s) noexcept {
  recorded_task* const t = s->recorded;
  if (t != nullptr && t->is_plain) {
    if (!clock_.is_due(s) && !s->full()) {
      s->forget_poll();
      return;
    }
    call([&] { end_plain_stretch(s, *t); });
    return;
  }
  call([&] {
    if (t != nullptr) follow(s, *t, costs_.push);
    // A spare worker may have forced it out and stolen it already.
    for_each_queued(s, s->top() - 1, [&](slot& task) {
      slots_.wrap(task, record_->spawn(t != nullptr ? t->node : record_->root(), (task.scope & slot_any) != 0));
    });
  });
}

void recorder::scope_continues(fibre* s) noexcept {
  recorded_task* const t = s->recorded;
  if (t == nullptr || !t->is_plain || !clock_.is_due(s)) return;
  call([&] { end_plain_stretch(s, *t); });
}

bool recorder::submitted(slot& task) noexcept {
  if (slots_.has(task)) return true;
  call([&] {
    task_record::node* const parent = node_here();
    if (parent != nullptr) follow(self(), *self()->recorded, costs_.push);
    task_record::node* const n =
        record_->spawn(parent != nullptr ? parent : record_->root(), (task.scope & slot_any) != 0);
    waits_.add_next_awaits(n);
    slots_.wrap(task, n);
  });
  return true;
}

task_record::event* recorder::end_of(slot const& task) noexcept {
  task_record::event* e = nullptr;
  if (!slots_.has(task)) return e;
  call([&] {
    e = record_->make_event();
    recorded_slots::node_of(task)->at_end = e;
    ++e->references;
  });
  return e;
}

void recorder::awaited(fibre* s, task_record::event* e) noexcept {
  if (e == nullptr) return;
  call([&] {
    if (s->recorded != nullptr) record_->await(s->recorded->node, e);
    record_->release(e);
  });
}

void recorder::begin(fibre* s, recorded_task& t, bool is_awaited) noexcept {
  call([&] {
    recorded_task* const outer = t.outer;
    if (outer != nullptr && outer->is_plain) end_plain_stretch(s, *outer);
    if (outer != nullptr && is_awaited) {
      follow(s, *outer, costs_.push);
    } else if (outer != nullptr && !outer->is_draining) {
      scope_frame const* const ending = scope_of(s->scope);
      follow(s, *outer, 0);
      outer->is_draining = !outer->scopes.empty() && outer->scopes.back() == ending;
    }
    clock_.since_of(s) = entered_;  // between two tasks of a scope it belongs to none
    auto const entry = durations_.find(number_of(t.fn));
    t.is_plain =
        s->counts == nullptr && entry != durations_.end() && 2 * entry->second.short_ones > entry->second.total;
    t.height = s->top();
    s->set_mode(t.is_plain ? slow_mode::off : slow_mode::all);
    if (t.is_plain) clock_.forget_tick(s);
  });
}

/// In its plain stretch a task has ended; so do the tasks that it has left in the deque, newest
/// first, as they would next. Like drain_checked.
void recorder::run_parts(fibre* s, recorded_task& t) noexcept {
  for (;;) {
    bool const checks_before_run = s->check_before_run.load(std::memory_order_relaxed) != 0;  // sync: CHECK <-> mark
    if (SKUA_UNLIKELY(checks_before_run)) static_cast<void>(drain_checked(s, s->top(), nullptr));  // ends a due stretch
    if (!t.is_plain || stack_is_low(s)) return;
    slot* const h = pop_task(s, t.height);
    if (h == nullptr) return;
    task_on_top const guard(s);
    try {
      if (SKUA_UNLIKELY(checks_before_run) && start_forbidden(*s->place, h->scope)) {
        discard(s, h);
      } else {
        h->fn(h, task_op::run);
      }
    } catch (...) {
      t.base->capture();
    }
  }
}

void recorder::end(fibre* s, recorded_task& t, std::uint64_t tasks) noexcept {
  call([&] {
    if (t.is_plain) {
      end_plain_stretch(s, t);
    } else if (tasks != 0) {
      follow(s, t, 0);
    }
    record_->add_work(t.node, tasks != 0 ? -costs_.task : 0);
    record_->end(t.node, names_.number_of(s, t.fn), number_of(t.fn), tasks);
  });
}

void run_recorded(slot* h, task_op op) {
  fibre* const s = self();
  recorder& r = *recorder_here();
  bool is_awaited = r.takes_awaited(s);
  task_record::event* end_of_awaited = nullptr;
  // The running task has pushed nothing that is still queued, and takes the task below it: the
  // newest one, for whose future it waits.
  if (op != task_op::destroy && !is_awaited && s->recorded != nullptr && s->recorded->is_plain &&
      s->top() < s->recorded->height) {
    is_awaited = true;
    end_of_awaited = r.end_of(*h);
  }
  slot task;
  recorded_task t;
  r.lock_.lock();
  t.node = r.slots_.unwrap(*h, task);
  r.lock_.unlock();
  t.outer = s->recorded;
  t.base = scope_of(task.scope);
  t.fn = task.fn;
  if (op == task_op::destroy) {
    task.fn(&task, op);
    r.end(s, t, 0);
    return;
  }
  r.begin(s, t, is_awaited);
  s->recorded = &t;
  s->ended_name = nullptr;
  struct ending {
    fibre* s;
    recorder& r;
    recorded_task& t;
    task_record::event* awaited;
    ~ending() {
      r.end(s, t, 1);
      s->recorded = t.outer;
      s->ended_name = nullptr;
      r.awaited(s, awaited);
    }
  } const at_end{s, r, t, end_of_awaited};
  task.fn(&task, op);
  if (t.is_plain && !is_awaited) r.run_parts(s, t);
}

void recorder::stops(fibre* s) noexcept {
  call([&] {
    recorded_task* const t = s->recorded;
    if (t == nullptr) return;
    if (t->is_plain) {
      end_plain_stretch(s, *t);
    } else {
      follow(s, *t, 0);
    }
    t->stopped_at = now();
  });
}

bool recorder::may_split_loop(fibre* s) noexcept {
  if (s->recorded != nullptr && s->recorded->is_plain) return clock_.is_due(s);
  return static_cast<std::int64_t>(now() - clock_.since_of(s)) >= clock_.shortest_stretch();
}

void recorder::threads_started(place& p) {
  slot task;
  task.fn = [](slot*, task_op) {
    fibre* const s = self();
    recorder& r = *recorder_here();
    try {
      std::unique_ptr<task_record> own_record =
          std::exchange(r.record_, r.make_record(std::numeric_limits<std::int64_t>::max() / 2));
      r.costs_ = measure_recorder(s, r.clock_, *r.record_);
      r.record_ = std::move(own_record);
    } catch (...) {
      r.failed_ = true;
    }
  };
  task.scope = reinterpret_cast<std::uintptr_t>(&p.root) | slot_counted | slot_shielded;
  p.root.state.add(1);
  queue_arrival(p, task);
  wait_for_root(&p);
  clock_.start_ticker();  // which would disturb the measurement
}

}  // namespace skua::sched
