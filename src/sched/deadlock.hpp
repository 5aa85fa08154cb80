// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Noticing that every task waits and nothing can come: one report with what waits for what, then
// abort.
//
// At one place the worker that fell asleep last looks after 200 ms, and then every 2 s. At several
// places that worker of place 0 asks the layer above to look (far_hooks::long_asleep,
// src/place/deadlock_detector.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skua::sched {

struct place;
struct worker;

/// Called by a worker that is about to sleep. False: just sleep. True: it has slept for a while
/// itself, as a watchman.
bool deadlock_watch(place& p, worker* w) noexcept;

/// Whether nothing can run in this process unless a message or a signal comes: at all of its places
/// each worker sleeps, nothing has arrived, no timer is set, no task is in blocking(); every other
/// thread blocks in the library without a timeout; and no signal has come.
/// `parks`: how often workers have fallen asleep. Two calls that say yes with equal `parks`: no
/// worker ran in between. At a simulated place (stepped) the threads of the process are not
/// counted: they are not its own.
bool nothing_can_run(place& p, std::uint64_t& parks) noexcept;

/// tasks named in a report, which has one line before them and one after
inline constexpr std::size_t most_waiting = 8;

/// What waits at a place.
struct waiting_tasks {
  int place = 0;
  std::size_t count = 0;
  std::vector<std::string> lines;  ///< of the first most_waiting: "NAME waits for KIND ADDRESS"
};
/// Nothing of the place should run meanwhile, or it is a guess. with_functions: nothing of it runs,
/// so the stacks of tasks without a name can be looked at.
waiting_tasks waiting_at(place& p, bool with_functions);

/// A choice of at most most_waiting of them, evenly over the places, and how many more there are.
/// Several places: each line says where.
std::vector<std::string> lines_of(std::vector<waiting_tasks> const& all, bool several_places);

/// The report, and the end of the process.
[[noreturn]] void end_in_deadlock(std::vector<waiting_tasks> const& all, bool several_places) noexcept;

}  // namespace skua::sched
