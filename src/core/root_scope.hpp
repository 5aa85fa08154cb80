// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The root scope of a place: the tasks of a run, and those of external threads.
#pragma once

#include <exception>

namespace skua::sched {

struct place;

/// Runs fn(context) as a task in a separate scope and waits. Rethrows exceptions of that task and
/// of tasks of external threads.
void run_root(place* place, void (*fn)(void*), void* context);
/// Resets the flags of the root scope after a run and returns its exceptions.
std::exception_ptr settle_root(place& place);
/// Makes the root scope usable again after a cancel; no task of it is left.
void reopen_root(place& place) noexcept;

}  // namespace skua::sched
