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
};

void step(slot* task, task_op op);

/// Waits for the next future that is not ready; true: all are ready.
bool advance(after_task* delayed) {
  for (; delayed->next < delayed->futures.all().size(); ++delayed->next) {
    future_state* state = delayed->futures.all()[delayed->next];
    if (state->is_ready() || run_deferred(state)) continue;
    delayed->wait.awaited = &state->ready;
    delayed->wait.reason = wake_reason::event;
    std::uintptr_t const waits_under =
        (delayed->task.scope & slot_shielded) != 0 ? 0 : delayed->task.scope & slot_scope_mask;
    if (!arm(delayed->wait, waits_under, "after", state)) return false;  // `delayed` may be gone
  }
  return true;
}

std::exception_ptr first_error(after_task const& delayed) {
  for (future_state const* state : delayed.futures.all()) {
    if (state->error) return state->error;
  }
  return nullptr;
}

/// All futures are ready: whether the task starts elsewhere, or may.
bool goes_on(after_task const& delayed) {
  place const& home = *static_cast<place const*>(delayed.wait.place);
  bool const leaves = delayed.to.place != home.number || (delayed.to.named && check_mode_is_on()) ||
                      (delayed.task.scope & slot_any) != 0;
  return home.remote != nullptr && leaves && first_error(delayed) == nullptr;
}

/// Passes a task that continues, with a token of its scope, to its place or to the queue from which
/// other places steal, and ends the wait. Returns false if the task does not continue.
bool pass_on(after_task* delayed) {
  if (!goes_on(*delayed)) return false;
  std::unique_ptr<after_task> const owner(delayed);
  place& home = *static_cast<place*>(delayed->wait.place);
  if ((delayed->task.scope & slot_any) == 0 || delayed->to.place != home.number) {
    home.remote->send_task(delayed->task, delayed->to.place, delayed->to.urgent);
  } else {
    submit(&home, delayed->task);
  }
  return true;
}

/// Runs on a worker, under the task's scope, with the token of this step: waits again, runs the
/// task, or passes it on. The token of the next wait, or of the task that continues, is added
/// before the futures are looked at.
void step(slot* task, task_op op) {
  auto* delayed = *reinterpret_cast<after_task**>(task->buffer);
  scope_frame* const scope = scope_of(delayed->task.scope);
  bool const is_cancelled = op == task_op::destroy || delayed->wait.reason == wake_reason::cancelled;
  if (!is_cancelled) {
    scope->state.add(1);
    if (!advance(delayed) || pass_on(delayed)) return;
    if (fibre* owner = complete_tokens(scope, 1)) make_ready(owner);  // this step still holds its own token
  }
  std::unique_ptr<after_task> const owner(delayed);
  if (op == task_op::destroy) {  // the code that discards this step has counted it
    delayed->task.fn(&delayed->task, task_op::destroy);
  } else if (is_cancelled) {
    discard(self(), &delayed->task);
  } else if (std::exception_ptr exception = first_error(*delayed)) {
    if (delayed->result != nullptr) {
      delayed->result->error = exception;
    } else {
      capture_into(delayed->task.scope, exception);
    }
    discard(self(), &delayed->task);
  } else {
    delayed->task.fn(&delayed->task, task_op::run);
  }
}

/// Adds one to a count of the worker that runs the caller, on its own line.
void count_one(fibre const* current, base::atomic<std::uint64_t> worker::* count) noexcept {
  auto& n = worker_of(current)->*count;
  n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // relaxed: a count, this thread's
}

}  // namespace

void submit_after(place_front* at, slot const& task, destination to, future_refs futures, future_state* result) {
  auto* delayed = new after_task{{}, task, to, std::move(futures), 0, result};
  delayed->wait.place = at;
  delayed->wait.is_urgent = to.urgent;
  delayed->wait.fn = &step;
  delayed->wait.argument = delayed;
  delayed->wait.scope = (task.scope & (slot_scope_mask | slot_shielded)) | slot_counted;
  if (advance(delayed) && !pass_on(delayed)) launch(delayed->wait);
}

void fail_run(std::exception_ptr exception) noexcept {
  auto& home = *static_cast<place*>(place_here());
  if (home.remote != nullptr && home.remote->run_failed(exception)) return;
  capture_into(reinterpret_cast<std::uintptr_t>(&home.root), std::move(exception));
  cancel_scope(home, &home.root);
}

void launch_async_queued(place_front* at) noexcept {
  fibre const* const current = self();
  if (current != nullptr && current->place == at) {
    count_one(current, &worker::promised_made);
  } else {
    static_cast<place*>(at)->spares.demand.promised_by_thread();
  }
}

void launch_async_started() noexcept {
  if (fibre const* const current = self()) count_one(current, &worker::promised_started);
}

}  // namespace skua::sched
