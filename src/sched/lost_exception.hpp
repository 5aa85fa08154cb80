// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exception that no get() can throw any more.
#pragma once

#include <skua/sched/future_state.hpp>

namespace skua::sched {

/// Called by the completer of a task's state before it completes it with an error. If the future
/// has been dropped already, one line says so, once in a process; cancelled_error is none. A future
/// that is dropped later has had its chance to be read.
void report_if_lost(future_state const& p) noexcept;

}  // namespace skua::sched
