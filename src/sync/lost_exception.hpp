// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exception that no get() can throw any more.
#pragma once

#include <skua/detail/sync/future_state.hpp>

namespace skua::sched {

/// The completer of a task's state calls it before it completes the state with an error. If the
/// future was dropped before, one line says so, once per process; cancelled_error is not reported.
/// A future that is dropped later could have been read.
void report_if_lost(future_state const& state) noexcept;

}  // namespace skua::sched
