// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that is in no deque: it is submitted when a completion is done, or when its scope is
// cancelled before that. Continuations of futures and suspended coroutines are such tasks.
//
// Invariants: N1 it holds a token of its scope from before arm until it has run. N2 its wait is
// claimed once, by the completion or by a canceller, and the claimant submits it.
#pragma once

#include <skua/sched/parker_pool.hpp>
#include <skua/sched/suspend.hpp>

namespace skua::sched {

struct pending_task {
  wait_node node;
  completion* on = nullptr;
  place_front* at = nullptr;
  task_fn fn = nullptr;
  void* argument = nullptr;  // what the slot's buffer will point to
  std::uintptr_t scope = 0;  // the slot's scope word; holds a token
  wake_reason why = wake_reason::event;
};

/// Starts the wait. `waits_under` is the scope word whose cancellation ends it. True: the
/// completion is done already, and the caller launches the task or goes on itself; false: it
/// belongs to the claimant, touch nothing of it.
[[nodiscard]] bool arm(pending_task& t, std::uintptr_t waits_under, char const* waits_for, void const* object);

/// Submits the task to its place.
void launch(pending_task const& t) noexcept;

}  // namespace skua::sched
