// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that start when futures are ready, and other ways of starting that need no inlining.
#include <skua/detail/core/self.hpp>
#include <skua/detail/sync/start_task.hpp>

#include <thread>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/pending.hpp>
#include <skua/detail/sync/deferred_state.hpp>

#include "core/cancel.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_frame.hpp"
#include "core/settings.hpp"
#include "core/switch.hpp"

namespace skua::sched {
namespace {

/// A task waiting for several futures, one after the other: each wait is one pending task of its
/// scope.
struct after_task {
  pending_task wait;
  slot task;
  destination to;
  future_refs futures;
  std::size_t next = 0;
  future_state* result;
  bool has_begun = false;  // a step runs, or has run
};

void step(slot* h, task_op op);

/// Tells the recorder of a future that is ready: the calling step depends on it, or, before there
/// is a step, the task.
void note_ready(after_task const& t, future_state const* f) noexcept {
  if (!completions_are_followed()) return;
  if (t.has_begun) {
    note_seen(&f->ready);
  } else {
    note_seen_for_next(&f->ready);
  }
}

/// Waits for the next future that is not ready; true: all are ready.
bool advance(after_task* t) {
  for (; t->next < t->futures.all().size(); ++t->next) {
    future_state* f = t->futures.all()[t->next];
    if (f->is_ready()) {
      note_ready(*t, f);
      continue;
    }
    if (run_deferred(f)) continue;
    t->wait.awaited = &f->ready;
    t->wait.reason = wake_reason::event;
    std::uintptr_t const waits_under = (t->task.scope & slot_shielded) != 0 ? 0 : t->task.scope & slot_scope_mask;
    if (!arm(t->wait, waits_under, "after", f)) return false;  // t may be gone
  }
  return true;
}

std::exception_ptr first_error(after_task const& t) {
  for (future_state const* f : t.futures.all()) {
    if (f->error) return f->error;
  }
  return nullptr;
}

/// All futures are ready: whether the task starts elsewhere, or may.
bool goes_on(after_task const& t) {
  place const& p = *static_cast<place const*>(t.wait.place);
  bool const leaves = t.to.place != p.number || (t.to.named && check_mode_is_on()) || (t.task.scope & slot_any) != 0;
  return p.remote != nullptr && leaves && first_error(t) == nullptr;
}

/// Passes a task that continues, with a token of its scope, to its place or to the queue from which
/// other places steal, and ends the wait. Returns false if the task does not continue.
bool pass_on(after_task* t) {
  if (!goes_on(*t)) return false;
  std::unique_ptr<after_task> const owner(t);
  place& p = *static_cast<place*>(t->wait.place);
  if ((t->task.scope & slot_any) == 0 || t->to.place != p.number) {
    p.remote->send_task(t->task, t->to.place, t->to.urgent);
  } else {
    submit(&p, t->task);
  }
  return true;
}

/// Runs on a worker, under the task's scope, with the token of this step: waits again, runs the
/// task, or passes it on. The token of the next wait, or of the task that continues, is added
/// before the futures are looked at.
void step(slot* h, task_op op) {
  auto* t = *reinterpret_cast<after_task**>(h->buffer);
  scope_frame* const scope = scope_of(t->task.scope);
  t->has_begun = true;
  bool const is_cancelled = op == task_op::destroy || t->wait.reason == wake_reason::cancelled;
  if (!is_cancelled) {
    scope->state.add(1);
    if (!advance(t) || pass_on(t)) return;
    if (fibre* owner = complete_tokens(scope, 1)) make_ready(owner);  // this step still holds its own token
  }
  std::unique_ptr<after_task> const owner(t);
  if (op == task_op::destroy) {  // the code that discards this step has counted it
    t->task.fn(&t->task, task_op::destroy);
  } else if (is_cancelled) {
    discard(self(), &t->task);
  } else if (std::exception_ptr e = first_error(*t)) {
    if (t->result != nullptr) {
      t->result->error = e;
    } else {
      capture_into(t->task.scope, e);
    }
    discard(self(), &t->task);
  } else {
    t->task.fn(&t->task, task_op::run);
  }
}

/// Adds one to a count of the worker that runs the caller, on its own line.
void count_one(fibre const* s, base::atomic<std::uint64_t> worker::* count) noexcept {
  auto& n = worker_of(s)->*count;
  n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // relaxed: a count, this thread's
}

}  // namespace

void submit_after(place_front* at, slot const& task, destination to, future_refs futures, future_state* result) {
  auto* t = new after_task{{}, task, to, std::move(futures), 0, result};
  t->wait.place = at;
  t->wait.is_urgent = to.urgent;
  t->wait.fn = &step;
  t->wait.argument = t;
  t->wait.scope = (task.scope & (slot_scope_mask | slot_shielded)) | slot_counted;
  if (advance(t) && !pass_on(t)) launch(t->wait);
}

void fail_run(std::exception_ptr e) noexcept {
  auto& p = *static_cast<place*>(place_here());
  if (p.remote != nullptr && p.remote->run_failed(e)) return;
  capture_into(reinterpret_cast<std::uintptr_t>(&p.root), std::move(e));
  cancel_scope(p, &p.root);
}

void launch_async_queued(place_front* at) noexcept {
  fibre const* const s = self();
  if (s != nullptr && s->place == at) {
    count_one(s, &worker::promised_made);
  } else {
    static_cast<place*>(at)->spares.demand.promised_by_thread();
  }
}

void launch_async_started() noexcept {
  if (fibre const* const s = self()) count_one(s, &worker::promised_started);
}

}  // namespace skua::sched
