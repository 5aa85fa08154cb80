// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIGINT and SIGTERM: the first cancels the root scope of the run, the second kills. A handler of the user's is kept.
#pragma once

namespace skua::sched {

struct place;

/// Installs the handlers where the program has none of its own.
void watch_signals(place& p);
/// Puts the old ones back.
void unwatch_signals(place& p) noexcept;
/// On the service thread: does what a signal asked for.
void serve_signals(place& p) noexcept;
/// The signal that cancelled this run, or 0.
int signal_received() noexcept;

}  // namespace skua::sched
