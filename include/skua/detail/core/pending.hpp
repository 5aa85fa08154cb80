// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pending task is in no deque. It becomes ready when a completion is done, or when its scope is
// cancelled before that. Examples: continuations of futures, suspended coroutines, tasks that wait
// for several futures (sync/start_task.cpp).
//
// The worker whose task makes it ready puts it into its own list (worker::ready_tasks), from which
// it takes the newest when its deque is empty; other workers steal the oldest. Any other thread
// submits it.
//
// Invariants
//   PENDING-1  It holds a token of its scope from before arm until it has run.
//   PENDING-2  Its wait is claimed once, by the completion or by a canceller, and the winner
//     launches it.
//   PENDING-3  As a node it is registered with the completion, then in the list of a worker, never
//     in both: the winner has taken it off the first.
#pragma once

#include <skua/detail/core/parker_pool.hpp>
#include <skua/detail/core/suspend.hpp>

namespace skua::sched {

struct pending_task : wait_node {
  place_front* place = nullptr;
  task_fn fn = nullptr;
  void* argument = nullptr;  // will be stored at the start of the slot's buffer
  std::uintptr_t scope = 0;  // the slot's scope word; holds a token
  wake_reason reason = wake_reason::event;
  bool is_urgent = false;  // it goes to a worker at once
};

/// A pending task that waits for one completion.
struct awaiting_task : pending_task {
  completion* awaited = nullptr;
};

/// What a wait is for: the scope word whose cancellation ends it (0: none does), and what the
/// deadlock report says.
struct pending_wait {
  std::uintptr_t scope;
  char const* waits_for;
  void const* object;
};

/// Starts the wait. Returns true if the completion is already done: the caller launches the task or
/// continues itself. Otherwise the task belongs to the future winner, and the caller must not
/// access it any more.
[[nodiscard]] bool arm(awaiting_task& task, pending_wait const& wait);

/// A parker for the task, to be registered and then opened. `resume` is called once, by the winner.
[[nodiscard]] pooled_parker* begin_pending(pending_task& task, pending_wait const& wait, parker::resume_fn resume);

/// The task is ready. It may run, and be gone, before the call returns.
void launch(pending_task& task) noexcept;

/// Writes the slot of a ready task.
inline void write_slot(slot& to, pending_task const& task) noexcept {
  to.fn = task.fn;
  to.scope = task.scope;
  *reinterpret_cast<void**>(to.buffer) = task.argument;
}

}  // namespace skua::sched
