// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of a task that crashed: where it was, and what it was doing.
#pragma once

namespace skua::sched {

/// Called in the handler of a signal that is about to kill the process. If the calling thread runs
/// a task: prints the task, its scopes and place, and the functions on its stack. The process may
/// hold any lock and its memory may be damaged, so a forked process looks up the functions; it has
/// some seconds. A second call, from a fault in the first one, does nothing.
void report_crash(int number) noexcept;

}  // namespace skua::sched
