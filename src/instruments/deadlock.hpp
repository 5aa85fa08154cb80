// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deadlock detection: every task waits and no event can come. Prints one report of the waits of all
// tasks, then aborts.
//
// At one place the worker that fell asleep last checks after 200 ms, and then every 2 s. At several
// places the last worker of place 0 asks the upper layer to look (remote_hooks::long_asleep,
// src/remote/deadlock_detector.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skua::sched {

struct place;
struct worker;

/// Called by a worker that is about to sleep. Returns false if the caller must sleep itself, and
/// true if the worker has slept and watched in this call.
bool sleep_and_watch(place& place, worker* worker) noexcept;

/// Whether nothing can run in this process unless a message or a signal comes. At all of its places
/// each worker sleeps, nothing has arrived, no timer is set, and no task is in blocking(). Every
/// other thread blocks in the library without a timeout, and no signal has come.
/// `parks`: how often workers have fallen asleep. If two calls return true with equal `parks`, no
/// worker ran in between. At a simulated place (simulated) the threads of the process are not
/// counted: they are not its own.
bool nothing_can_run(place& place, std::uint64_t& parks) noexcept;

/// tasks named in a report, which has one line before them and one after
inline constexpr std::size_t max_waiting = 8;

/// The waiting tasks of a place.
struct waiting_line {
  std::string text;  ///< "NAME waits for KIND ADDRESS"
  std::size_t tasks = 1;
};
/// The text, with the number of tasks if there are several.
std::string text_of(waiting_line const& line);
struct waiting_tasks {
  int place = 0;
  std::size_t count = 0;
  std::vector<waiting_line> lines;  ///< different ones, at most max_waiting
};
/// The result is exact only if no task of the place runs during the call. with_functions: none
/// runs, so the stacks of tasks without a name may be read.
waiting_tasks waiting_at(place& place, bool with_functions);

/// At most max_waiting lines, chosen evenly over the places, and how many more there are.
/// several_places: each line names its place.
std::vector<std::string> lines_of(std::vector<waiting_tasks> const& places, bool several_places);

/// Prints the report and ends the process.
[[noreturn]] void end_in_deadlock(std::vector<waiting_tasks> const& places, bool several_places) noexcept;
/// Like the other end_in_deadlock, with the given report.
[[noreturn]] void end_in_deadlock(std::string const& text) noexcept;

}  // namespace skua::sched
