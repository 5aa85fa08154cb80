// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One simulation of a workload, and its measurements.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "options.hpp"
#include "workload.hpp"

namespace apps::sim {

struct run_result {
  std::string policy;
  std::uint64_t seed = 0;
  int places = 0;
  int workers = 0;
  counts totals;
  counts expected;
  bool is_right = false;
  bool real = false;  ///< not simulated: numbers that only a simulator knows are 0

  // Simulated, in seconds.
  double seconds = 0;
  double work = 0;           ///< of all tasks together
  double critical_path = 0;  ///< the longest chain of tasks, each spawned by the task before; 0: not known
  double sequential = 0;     ///< the work of the sequential program
  double idle = 0;           ///< of all workers together: time without a task to run
  double tail = 0;           ///< from the moment the first worker became idle for good to the end
  double scope_end = 0;      ///< from the end of the last task's work to the end
  int unused = 0;            ///< workers that never got a task

  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t requests = 0;
  std::uint64_t refused = 0;
  std::uint64_t lifelines = 0;
  std::uint64_t loots = 0;
  std::uint64_t tasks = 0;  ///< in those loots
  std::uint64_t near_steals = 0;
  std::uint64_t line_moves = 0;
  std::uint64_t interrupts = 0;

  double real_seconds = 0;
  std::uint64_t events = 0;
  std::uint64_t fingerprint = 0;
  double processor_seconds = 0;  ///< of all threads together; in a simulation only with complex=N

  [[nodiscard]] double bound() const { return work / (places * workers); }
  [[nodiscard]] double efficiency() const { return share(work); }
  [[nodiscard]] double speed_up() const { return seconds > 0 ? sequential / seconds : 0; }
  [[nodiscard]] double beyond_sequential() const { return sequential > 0 ? work / sequential - 1 : 0; }
  /// Relative to the time of all workers.
  [[nodiscard]] double share(double part) const { return seconds > 0 ? part / (seconds * places * workers) : 0; }
};

/// Returns what skua::run returned: 0, or not 0 if the library reported an error.
int simulate(workload const& program, options const& config, std::vector<std::string> const& library_arguments,
             run_result& result);

/// Runs the workload at places of this machine. Sets `ran` in the process of place 0.
int run_really(workload const& program, options const& config, std::vector<std::string> const& library_arguments,
               run_result& result, bool& ran);

/// Makes the library check the settings without a long simulation. Returns 0 if they are valid.
int try_settings(options const& config, std::vector<std::string> const& library_arguments, std::string const& policy);

}  // namespace apps::sim
