// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls from a program to the simulator (docs/reference/simulator.md). On a real machine work()
// does nothing, active() is false and summarise() returns zeros.
#pragma once

#include <cstdint>

#include <skua/detail/observe/counter_lists.hpp>

namespace skua::sim {

/// Whether the calling task runs at a simulated place.
[[nodiscard]] bool active() noexcept;
/// Charges the calling task this many seconds of simulated time (negative values count as 0). Other
/// places and workers continue during that time.
void work(double seconds) noexcept;
/// Seconds of simulated time since an arbitrary moment; on a real machine seconds of real time.
[[nodiscard]] double now() noexcept;

/// Counters of the simulation so far, summed over all places.
struct summary {
  std::uint64_t events = 0;       ///< steps of the simulation
  std::uint64_t fingerprint = 0;  ///< hash of all steps: runs with equal fingerprints were equal
  std::uint64_t messages = 0;     ///< messages between places
  std::uint64_t bytes = 0;        ///< bytes of these messages, with their headers

  SKUA_REQUEST_COUNTERS(SKUA_COUNT)  // of all places, for tasks of other places

  std::uint64_t near_steals = 0;  ///< steals between workers of the same place
  std::uint64_t near_tasks = 0;   ///< tasks moved by these steals
  /// seconds in which workers had no task to run; only with stats_level::on or detailed
  double idle = 0;

  // with the setting complex=N: what the workers of a place pay for the memory that they share
  double processor_seconds = 0;  ///< in which threads ran, searches included
  std::uint64_t line_moves = 0;  ///< cache lines that came from another processor
  std::uint64_t interrupts = 0;  ///< of running threads, by membarriers
};
/// A snapshot. Costs no simulated time, and real time proportional to places and workers. All zero
/// on a real machine.
[[nodiscard]] summary summarise();

}  // namespace skua::sim
