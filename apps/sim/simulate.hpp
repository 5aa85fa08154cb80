// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One simulation of a workload, and what was seen of it.

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
  counts found;
  bool right = false;
  bool real = false;  ///< not simulated: what only a simulator knows is 0

  // Simulated, in seconds.
  double seconds = 0;
  double work = 0;           ///< of all tasks together
  double critical_path = 0;  ///< the longest chain of tasks, each spawned by the one before; 0: not known
  double sequential = 0;     ///< the same of the sequential program
  double idle = 0;           ///< of all workers together: without a task they could run
  double tail = 0;           ///< from when the first worker ran idle for good to the end
  double scope_end = 0;      ///< from when the last task had done its work to the end
  int unused = 0;            ///< workers that never got a task

  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t asked = 0;
  std::uint64_t refused = 0;
  std::uint64_t lifelines = 0;
  std::uint64_t loots = 0;
  std::uint64_t tasks = 0;  ///< that they brought
  std::uint64_t near_steals = 0;

  double real_seconds = 0;
  std::uint64_t events = 0;
  std::uint64_t fingerprint = 0;
  double processor_seconds = 0;  ///< of all places' processes together; only of a real run
  std::vector<double> busy;      ///< workers on average, in equal parts of the time; empty unless asked for

  [[nodiscard]] double bound() const { return work / (places * workers); }
  [[nodiscard]] double efficiency() const { return share(work); }
  [[nodiscard]] double speed_up() const { return seconds > 0 ? sequential / seconds : 0; }
  [[nodiscard]] double beyond_sequential() const { return sequential > 0 ? work / sequential - 1 : 0; }
  /// Of the time of all workers.
  [[nodiscard]] double share(double of) const { return seconds > 0 ? of / (seconds * places * workers) : 0; }
};

/// Returns what skua::run returned: 0 unless the library has said what is wrong.
int simulate(workload const& what, options const& how, std::vector<std::string> const& library_arguments,
             int busy_parts, run_result& result);

/// The same at places of this machine. `ran`: the calling process is that of place 0.
int run_really(workload const& what, options const& how, std::vector<std::string> const& library_arguments,
               run_result& result, bool& ran);

/// Says what the library does not accept, without a simulation that takes long. 0 if there is
/// nothing.
int try_settings(options const& how, std::vector<std::string> const& library_arguments, std::string const& policy);

}  // namespace apps::sim
