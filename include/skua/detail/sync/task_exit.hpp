// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results that become ready when the calling task (or external thread) ends.
#pragma once

#include <skua/detail/sync/future_state.hpp>

namespace skua::sched {

/// A stored result that becomes ready at the end of a task.
struct task_exit {
  task_exit* next;
  future_state* state;  // holds a reference
};

/// Completes the state at the end of the calling task; on an external thread, when its thread-local
/// objects are destroyed.
void complete_at_task_end(future_state* state);

/// Ends the registrations of the fibre's task with phasers and completes its results: the task has
/// ended (see end_task).
void end_records(fibre* current) noexcept;

/// Appends records to a list: those of a coroutine go where it continues.
void add_exits(task_exit*& list, task_exit* more) noexcept;
void add_exits(fibre* current, task_exit* more) noexcept;

/// Releases the reference of a promise or packaged_task. If it has not provided a result, the state
/// becomes ready with broken_promise.
void abandon(future_state* state) noexcept;

}  // namespace skua::sched
