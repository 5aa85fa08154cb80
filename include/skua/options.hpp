// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of a runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace skua {

/// How much is measured about each worker.
enum class stats_level {
  off,       ///< counters of rare events only (steals, suspensions, …), which cost nothing
  on,        ///< and the time breakdown at scheduling points
  detailed,  ///< and the time to queue, start and end each task: slow
};

/// Settings of a runtime. Each can also be given as SKUA_NAME in the environment or
/// --skua-name=VALUE, which win.
struct options {
  int workers = 0;  ///< worker threads; 0: as many as the process may use (affinity, cgroup quota)
  int places = 0;   ///< 0: decided by how the program was started (skua-run, mpirun, alone: one)
  /// between places: inproc, shm, mpi; empty: decided by how the program was started
  std::string transport{};
  /// not empty: all places are simulated, "places=512,workers=12,seed=7,latency=2us"
  /// (docs/simulator.md)
  std::string sim{};
  /// between places, whom to ask: random, last_victim, round_robin, lifeline(w,z), nearest,
  std::string steal{};
  ///< hierarchical(g), performance_driven, adaptive; empty: lifeline
  std::string steal_amount{};          ///< how much of what a victim has: one, half, chunk(n); empty: half
  std::size_t stack_bytes = 1u << 20;  ///< stack of a fibre, address space only until touched; 64 KiB to 1 GiB
  /// global memory of each place; 0: as much as the machine has (address space only until touched)
  std::size_t memory_bytes = 0;
  bool memory_check = false;  ///< every access to global memory is checked by the place that owns it: slow
  bool pin = false;           ///< pin worker i to the i-th allowed processor
  std::uint64_t seed = 0;     ///< of victim choice; 0: a fixed default
  stats_level stats = stats_level::off;
  bool print_stats = false;     ///< print statistics to stderr when the run ends
  int spin_us = 20;             ///< how long an idle worker searches before it sleeps, 0 to 1,000,000
  bool deadlock_report = true;  ///< report and abort when every task waits and nothing can come
  /// seconds that a run has to end after the first SIGINT or SIGTERM; then it is ended by force
  double grace = 10;
};

}  // namespace skua
