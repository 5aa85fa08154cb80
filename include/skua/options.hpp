// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of a runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <skua/detail/base/config.hpp>

namespace skua {

/// The measurements for each worker.
enum class stats_level {
  off,       ///< counters of rare events only (steals, suspensions, …), which cost nothing
  on,        ///< also the time breakdown, measured at scheduling points
  detailed,  ///< also the time to queue, start and end each task: slow
};

/// Settings of a runtime. Each can also be set by SKUA_NAME in the environment or by the argument
/// --skua-name=VALUE; both override the program's settings.
struct options {
  int workers = 0;  ///< worker threads; 0: as many as the process may use (affinity, cgroup quota)
  int places = 0;   ///< number of places; 0: set by the launcher (skua-run, mpirun; without one: 1)
  /// transport between places: inproc, shm, mpi; empty: set by the launcher
  std::string transport{};
  /// not empty: all places are simulated, "places=512,workers=12,seed=7,latency=2us"
  /// (docs/reference/simulator.md)
  std::string sim{};
  /// policy that chooses the victim place (docs/reference/stealing.md); empty: lifeline
  std::string steal{};
  std::string steal_amount{};          ///< share of a victim's tasks: one, half, chunk(n); empty: half
  std::size_t stack_bytes = 1u << 20;  ///< stack of a fibre, address space only until touched; 64 KiB to 1 GiB
  /// bytes of global memory of each place, address space only until touched; 0: the machine's
  /// memory
  std::size_t memory_bytes = 0;
  bool memory_check = false;  ///< the owning place checks every access to its global memory: slow
  /// runs every task that may leave its place from a copy, as another place would, and reports what
  /// would go wrong there (docs/reference/pitfalls.md): slow
  bool check = false;
  /// not empty: writes a trace of the run into this file (docs/reference/trace_format.md), for
  /// `skua report` and ui.perfetto.dev; with several processes their parts are joined at the end
  std::string trace{};
  bool pin = false;                      ///< bind each worker to a processor (docs/reference/cluster.md)
  std::uint64_t seed = 0;                ///< seed of the random choice of victims; 0: a fixed default
  stats_level stats = stats_level::off;  ///< what is measured for each worker
  bool print_stats = false;              ///< print statistics to stderr when the run ends
  /// microseconds an idle worker searches before it sleeps, 0 to 1,000,000; -1: about what it costs
  /// to wake a worker, as measured, 20 to 200; beside other places, and with more workers than
  /// processors, 20
  int spin_us = -1;
  bool deadlock_report = true;  ///< report and abort when every task waits and no event can wake one
  /// seconds that a run has to end after the first SIGINT or SIGTERM; then it is terminated
  double grace = 10;
  bool progress = true;  ///< objects of type skua::progress print their line
  /// socket at which each process serves its numbers while it runs, "unix:PATH"
  /// (docs/reference/watching.md); empty: none
  std::string metrics{};
};

}  // namespace skua
