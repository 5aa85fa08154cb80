// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIGUSR1 prints what each place does (status.hpp). Of SIGINT and SIGTERM the first, at any place,
// cancels the root scopes of the run; the second kills the process that gets it. A run that has not
// ended within a grace period (SKUA_GRACE) is ended by force. Handlers of the user are kept.
//
// In order: expect_signals (before any place exists, and before the forked places are made: a
// signal is only noted), watch_signals (the place's service thread acts on it), unwatch_signals.
// The state belongs to the process.
#pragma once

#include <cstdint>
#include <string>

namespace skua::sched {

struct place;

/// Installs the handlers where the program has installed none. Returns false if they are installed
/// already.
bool expect_signals();
/// While it exists, the first signal kills the process, also one that has come already. No place
/// exists that could cancel or end the run, and MPI waits for ever for a rank that never starts.
class uncancellable_start {
 public:
  uncancellable_start() noexcept;
  ~uncancellable_start();
  uncancellable_start(uncancellable_start const&) = delete;
  uncancellable_start& operator=(uncancellable_start const&) = delete;
};
/// From now on the service thread of this place acts on signals, also on one that has come already.
/// In a forked place: on those of this process.
void watch_signals(place& place);
/// Puts the old handlers back; afterwards no thread acts on a signal any more.
void unwatch_signals() noexcept;
/// Calls unwatch_signals if this place watches.
void unwatch_signals_at(place const& place) noexcept;
/// The run's exit code is decided. A signal no longer cancels the run, but the grace period of one
/// that has come still ends it by force: another place may not answer any more.
void signals_only_end_by_force() noexcept;
/// Calls unwatch_signals; a signal that has come since then gets its usual effect.
void stop_expecting_signals() noexcept;
/// In a forked place, if place 0 has the user's own handlers: a terminal sends a signal to all
/// processes, and place 0 decides.
void ignore_foreign_handlers() noexcept;
/// Another place got this signal. Any thread.
void signal_from_other_place(int number) noexcept;
/// Called on the service thread: does what a signal asked for, and ends a run by force if its grace
/// period is over. Returns the time at which it must be called again; 0: when the next signal
/// comes.
std::uint64_t serve_signals(place& place) noexcept;
/// The names of the running tasks of the place, and the waits of some others. Tasks run at the same
/// time, so it is a guess.
std::string tasks_in_the_way(place& place);
/// The signal that cancelled this run, or 0.
int signal_received() noexcept;
/// The process is about to end, and no part of its run may continue: a signal no longer cancels the
/// run, but kills the process. Returns false if a signal has come before.
bool signals_kill_from_now_on() noexcept;

/// Whether SIGUSR1 has the handler of this library.
[[nodiscard]] bool answers_status_requests() noexcept;
/// From now on, the service thread of the place that acts on signals calls it when `skua top`
/// attaches (observe/attach.hpp).
void on_attach(void (*serve)() noexcept) noexcept;

}  // namespace skua::sched
