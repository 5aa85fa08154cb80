// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results that become visible when the calling task (or plain thread) ends.
#pragma once

#include <skua/sched/future_state.hpp>

namespace skua::sched {

/// A stored result that waits for the end of a task.
struct task_exit {
  task_exit* next;
  future_state* state;  // holds a reference
};

/// Completes the state at the end of the calling task; outside tasks, when the thread's
/// thread-local objects go.
void complete_at_task_end(future_state* p);

/// Gives up the reference of whoever should have provided the result: broken_promise, if nobody
/// did.
void abandon(future_state* p) noexcept;

}  // namespace skua::sched
