// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program can tell the simulator of itself (docs/simulator.md). On a real machine these
// calls do nothing.
#pragma once

#include <cstdint>

namespace skua::sim {

/// Whether the calling task runs at a simulated place.
[[nodiscard]] bool active() noexcept;
/// The calling task has been at work for so many seconds of simulated time (0 and more; less counts
/// as 0). Other places and workers go on meanwhile.
void work(double seconds) noexcept;
/// Seconds of simulated time since an arbitrary moment; on a real machine, of real time.
[[nodiscard]] double now() noexcept;

/// What has happened in the simulated world so far, at all places together.
struct summary {
  std::uint64_t events = 0;       ///< steps of the simulation
  std::uint64_t fingerprint = 0;  ///< of all of them: runs with the same one were the same
  std::uint64_t messages = 0;     ///< between places
  std::uint64_t bytes = 0;        ///< of these, with their headers

  // Stealing between places.
  std::uint64_t asked = 0;      ///< requests for tasks
  std::uint64_t refused = 0;    ///< answered by "nothing"
  std::uint64_t lifelines = 0;  ///< requests that a lifeline remembers until it has something
  std::uint64_t loots = 0;      ///< messages that brought tasks, asked for or by a lifeline
  std::uint64_t tasks = 0;      ///< they brought

  std::uint64_t near_steals = 0;  ///< of workers from others of their place
  std::uint64_t near_tasks = 0;   ///< they brought
  /// seconds of workers without a task they could run; only with stats_level::on or more
  double idle = 0;
};
/// At this moment, without any cost in simulated time; takes time of the order of places and
/// workers. All zero on a real machine.
[[nodiscard]] summary summarise();

}  // namespace skua::sim
