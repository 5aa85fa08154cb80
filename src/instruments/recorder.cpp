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

constexpr std::uint64_t least_grain_ns = 10'000;  // a subtree of tasks that computes for less becomes a leaf

std::uint64_t number_of(task_fn fn) noexcept { return reinterpret_cast<std::uintptr_t>(fn); }

/// Calls fn(slot&) for each slot from `base` on, under the lock of the deque: a spare worker may
/// steal at the same time. Throws the exception of a call, without the lock.
template <class F>
void for_each_queued(fibre* current, slot* base, F const& fn) {
  std::exception_ptr error;
  current->for_each_above(base, [&](slot& task) {
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

recorder::recorder(place& place, std::string file)
    : task_events(instrument::record),
      place_(&place),
      name_(std::move(file)),
      file_(open_record(name_)),
      clock_(place),
      waits_(*this),
      slots_(&run_recorded) {
  static_cast<void>(::ftruncate(file_, 0));  // fails for a device
  record_ = make_record(clock_.ticks_in(least_grain_ns));
  place.follows_every_task = true;
  // relaxed: before the first task of the place
  completed_outside.store(&recorded_waits::completed_unrecorded, std::memory_order_relaxed);
}

/// A record that tells how long its tasks took, with all that they spawned.
std::unique_ptr<task_record> recorder::make_record(std::int64_t grain) {
  return std::make_unique<task_record>(grain, [this](std::uint64_t function, std::int64_t ticks) {
    duration_counts& counts = durations_[function];
    ++counts.total;
    if (ticks <= 2 * clock_.shortest_stretch()) ++counts.short_ones;
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
  fibre const* const current = self();
  bool const has_node = current != nullptr && current->place == place_ && current->recorded != nullptr;
  return has_node ? current->recorded->node : nullptr;
}

/// RECORDER-3.
void recorder::open_scope(recorded_task& task, scope_frame* frame) {
  record_->open_scope(task.node);
  task.scopes.push_back(frame);
  if (task.closing.empty() || frame != task.closing.back()) frame->state.add(1);
  task.is_draining = false;
}

void recorder::scope_closes(fibre* current, scope_frame* frame) noexcept {
  recorded_task* const task = current->recorded;
  if (task == nullptr) return;
  bool const is_known = !task->scopes.empty() && task->scopes.back() == frame;
  if (is_known) static_cast<void>(frame->state.complete(1));  // the owner does not wait yet
  task->closing.push_back(frame);
}

void recorder::scope_ended(fibre* current, scope_frame* frame) noexcept {
  recorded_task* const task = current->recorded;
  if (task == nullptr) return;
  task->closing.pop_back();
  if (task->scopes.empty() || task->scopes.back() != frame) return;
  call([&] {
    follow(current, *task, 0);
    record_->close_scope(task->node);
  });
  task->scopes.pop_back();
  task->is_draining = false;
}

/// Adds to the task's steps the time since the last call and the scopes that it has opened.
void recorder::follow(fibre* current, recorded_task& task, std::int64_t correction, bool wraps) {
  auto const ticks = static_cast<std::int64_t>(entered_ - std::exchange(clock_.since_of(current), entered_));
  if (task.is_plain && !wraps) {  // its scopes stay unknown: slots of scopes around them are not yet recorded
    record_->add_work(task.node, ticks - correction);
    return;
  }
  // Those of the task lie above `task` on its stack. That of a task which it takes because it waits
  // for it may lie below.
  auto const is_new = [current, &task](scope_frame const* frame) {
    return current->owns_address(frame) &&
           reinterpret_cast<std::uintptr_t>(frame) < reinterpret_cast<std::uintptr_t>(&task) &&
           std::find(task.scopes.begin(), task.scopes.end(), frame) == task.scopes.end();
  };
  std::vector<scope_frame*> opened;
  scope_frame* outer = scope_of(current->scope);
  for (; outer != nullptr && is_new(outer); outer = scope_of(outer->parent)) opened.push_back(outer);
  std::reverse(opened.begin(), opened.end());
  if (wraps) return wrap_queued(current, task, opened, ticks);
  record_->add_work(task.node, ticks - correction);
  for (scope_frame* const frame : opened) open_scope(task, frame);
}

/// Every slot that the task has pushed becomes a recorded task. `opened`: the scopes that the task
/// has open and the record does not know, the outermost one first. The slots of a scope lie above
/// those of the scopes around it (HEIGHT-1).
///
/// When each was pushed is not known, only their order. So the time of the stretch, `ticks`, is
/// spread evenly between them: in a tree, the lowest slot was pushed soon after the beginning, and
/// a thief would have taken it then.
void recorder::wrap_queued(fibre* current, recorded_task& recorded, std::vector<scope_frame*> const& opened,
                           std::int64_t ticks) {
  auto unknown = opened.begin();
  auto const open_next = [&] { open_scope(recorded, *unknown++); };
  std::int64_t const share = ticks / static_cast<std::int64_t>(current->size() + 1);
  for_each_queued(current, recorded.height, [&](slot& task) {
    if (slots_.has(task)) return;
    scope_frame const* const frame = scope_of(task.scope);
    if (std::find(unknown, opened.end(), frame) != opened.end()) {
      while (recorded.scopes.empty() || recorded.scopes.back() != frame) open_next();
    }
    slots_.wrap(task, record_->spawn(recorded.node, (task.scope & slot_any) != 0));
    record_->add_work(recorded.node, share);
    ticks -= share;
  });
  while (unknown != opened.end()) open_next();
  record_->add_work(recorded.node, ticks);
}

/// RECORDER-1. From here on each push is recorded.
void recorder::end_plain_stretch(fibre* current, recorded_task& task) {
  follow(current, task, 0, true);
  task.is_plain = false;
  current->set_mode(slow_mode::all);
}

void recorder::queued(fibre* current) noexcept {
  recorded_task* const recorded = current->recorded;
  if (recorded != nullptr && recorded->is_plain) {
    if (!clock_.is_due(current) && !current->full()) {
      current->forget_poll();
      return;
    }
    call([&] { end_plain_stretch(current, *recorded); });
    return;
  }
  call([&] {
    if (recorded != nullptr) follow(current, *recorded, costs_.push);
    // A spare worker may have forced it out and stolen it already.
    for_each_queued(current, current->top() - 1, [&](slot& task) {
      slots_.wrap(task,
                  record_->spawn(recorded != nullptr ? recorded->node : record_->root(), (task.scope & slot_any) != 0));
    });
  });
}

void recorder::scope_continues(fibre* current) noexcept {
  recorded_task* const task = current->recorded;
  if (task == nullptr || !task->is_plain || !clock_.is_due(current)) return;
  call([&] { end_plain_stretch(current, *task); });
}

bool recorder::submitted(slot& task) noexcept {
  if (slots_.has(task)) return true;
  call([&] {
    task_record::node* const parent = node_here();
    if (parent != nullptr) follow(self(), *self()->recorded, costs_.push);
    task_record::node* const node =
        record_->spawn(parent != nullptr ? parent : record_->root(), (task.scope & slot_any) != 0);
    waits_.add_next_awaits(node);
    slots_.wrap(task, node);
  });
  return true;
}

task_record::event* recorder::end_of(slot const& task) noexcept {
  task_record::event* event = nullptr;
  if (!slots_.has(task)) return event;
  call([&] {
    event = record_->make_event();
    recorded_slots::node_of(task)->at_end = event;
    ++event->references;
  });
  return event;
}

void recorder::awaited(fibre* current, task_record::event* event) noexcept {
  if (event == nullptr) return;
  call([&] {
    if (current->recorded != nullptr) record_->await(current->recorded->node, event);
    record_->release(event);
  });
}

void recorder::begin(fibre* current, recorded_task& task, bool is_awaited) noexcept {
  call([&] {
    recorded_task* const outer = task.outer;
    if (outer != nullptr && outer->is_plain) end_plain_stretch(current, *outer);
    if (outer != nullptr && is_awaited) {
      follow(current, *outer, costs_.push);
    } else if (outer != nullptr && !outer->is_draining) {
      scope_frame const* const ending = scope_of(current->scope);
      follow(current, *outer, 0);
      outer->is_draining = !outer->scopes.empty() && outer->scopes.back() == ending;
    }
    clock_.since_of(current) = entered_;  // between two tasks of a scope it belongs to none
    auto const entry = durations_.find(number_of(task.fn));
    task.is_plain =
        current->counts == nullptr && entry != durations_.end() && 2 * entry->second.short_ones > entry->second.total;
    task.height = current->top();
    current->set_mode(task.is_plain ? slow_mode::off : slow_mode::all);
    if (task.is_plain) clock_.forget_tick(current);
  });
}

/// In its plain stretch a task has ended; so do the tasks that it has left in the deque, newest
/// first, as they would next. Like drain_checked.
void recorder::run_parts(fibre* current, recorded_task& recorded) noexcept {
  for (;;) {
    bool const is_due = current->check_before_run.load(std::memory_order_relaxed) != 0;  // sync: CHECK <-> mark
    if (SKUA_UNLIKELY(is_due)) static_cast<void>(drain_checked(current, current->top(), nullptr));  // ends a stretch
    if (!recorded.is_plain || stack_is_low(current)) return;
    slot* const task = pop_task(current, recorded.height);
    if (task == nullptr) return;
    task_on_top const guard(current);
    try {
      if (SKUA_UNLIKELY(is_due) && start_forbidden(*current->place, task->scope)) {
        discard(current, task);
      } else {
        task->fn(task, task_op::run);
      }
    } catch (...) {
      recorded.base->capture();
    }
  }
}

void recorder::end(fibre* current, recorded_task& task, std::uint64_t tasks) noexcept {
  call([&] {
    if (task.is_plain) {
      end_plain_stretch(current, task);
    } else if (tasks != 0) {
      follow(current, task, 0);
    }
    record_->add_work(task.node, tasks != 0 ? -costs_.task : 0);
    record_->end(task.node, names_.number_of(current, task.fn), number_of(task.fn), tasks);
  });
}

void run_recorded(slot* slot_of_task, task_op op) {
  fibre* const current = self();
  recorder& active = *recorder_here();
  bool is_awaited = active.takes_awaited(current);
  task_record::event* end_of_awaited = nullptr;
  // The running task has pushed nothing that is still queued, and takes the task below it: the
  // newest one, for whose future it waits.
  if (op != task_op::destroy && !is_awaited && current->recorded != nullptr && current->recorded->is_plain &&
      current->top() < current->recorded->height) {
    is_awaited = true;
    end_of_awaited = active.end_of(*slot_of_task);
  }
  slot task;
  recorded_task recorded;
  active.lock_.lock();
  recorded.node = active.slots_.unwrap(*slot_of_task, task);
  active.lock_.unlock();
  recorded.outer = current->recorded;
  recorded.base = scope_of(task.scope);
  recorded.fn = task.fn;
  if (op == task_op::destroy) {
    task.fn(&task, op);
    active.end(current, recorded, 0);
    return;
  }
  active.begin(current, recorded, is_awaited);
  current->recorded = &recorded;
  current->ended_name = nullptr;
  struct ending {
    fibre* current;
    recorder& active;
    recorded_task& recorded;
    task_record::event* awaited;
    ~ending() {
      active.end(current, recorded, 1);
      current->recorded = recorded.outer;
      current->ended_name = nullptr;
      active.awaited(current, awaited);
    }
  } const at_end{current, active, recorded, end_of_awaited};
  task.fn(&task, op);
  if (recorded.is_plain && !is_awaited) active.run_parts(current, recorded);
}

void recorder::stops(fibre* current) noexcept {
  call([&] {
    recorded_task* const task = current->recorded;
    if (task == nullptr) return;
    if (task->is_plain) {
      end_plain_stretch(current, *task);
    } else {
      follow(current, *task, 0);
    }
    task->stopped_at = now();
  });
}

bool recorder::may_split_loop(fibre* current) noexcept {
  if (current->recorded != nullptr && current->recorded->is_plain) return clock_.is_due(current);
  return static_cast<std::int64_t>(now() - clock_.since_of(current)) >= clock_.shortest_stretch();
}

void recorder::threads_started(place& place) {
  slot task;
  task.fn = [](slot*, task_op) {
    fibre* const current = self();
    recorder& recorder = *recorder_here();
    try {
      std::unique_ptr<task_record> own_record =
          std::exchange(recorder.record_, recorder.make_record(std::numeric_limits<std::int64_t>::max() / 2));
      recorder.costs_ = measure_recorder(current, recorder.clock_, *recorder.record_);
      recorder.record_ = std::move(own_record);
    } catch (...) {
      recorder.failed_ = true;
    }
  };
  task.scope = reinterpret_cast<std::uintptr_t>(&place.root) | slot_counted | slot_shielded;
  place.root.state.add(1);
  queue_arrival(place, task);
  wait_for_root(&place);
  clock_.start_ticker();  // which would disturb the measurement
}

}  // namespace skua::sched
