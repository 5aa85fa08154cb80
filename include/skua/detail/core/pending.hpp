// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pending task is in no deque. It is submitted when a completion is done, or when its scope is
// cancelled before that. Examples: continuations of futures, suspended coroutines.
//
// Invariants
//   PENDING-1  It holds a token of its scope from before arm until it has run.
//   PENDING-2  Its wait is claimed once, by the completion or by a canceller, and the winner
//     submits it.
#pragma once

#include <skua/detail/core/parker_pool.hpp>
#include <skua/detail/core/suspend.hpp>

namespace skua::sched {

struct pending_task {
  wait_node node;
  completion* awaited = nullptr;
  place_front* place = nullptr;
  task_fn fn = nullptr;
  void* argument = nullptr;  // will be stored at the start of the slot's buffer
  std::uintptr_t scope = 0;  // the slot's scope word; holds a token
  wake_reason reason = wake_reason::event;
  bool is_urgent = false;  // it goes to a worker at once
};

/// Starts the wait. `waits_under`: the word of the scope that ends it when cancelled. Returns true
/// if the completion is already done: the caller launches the task or continues itself. Otherwise
/// the task belongs to the future winner, and the caller must not access it any more.
[[nodiscard]] bool arm(pending_task& task, std::uintptr_t waits_under, char const* waits_for, void const* object);

/// Submits the task to its place.
void launch(pending_task const& task) noexcept;

}  // namespace skua::sched
