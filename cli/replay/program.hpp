// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs the tasks of a record at simulated places.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record_file.hpp"

namespace apps::replay {

/// One simulated run.
struct prediction {
  int places = 0;
  int workers = 0;     ///< of each place
  double seconds = 0;  ///< of the run
  double work = 0;     ///< of all tasks together
  double idle = 0;     ///< of all workers together: without a task
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t loots = 0;        ///< messages with stolen tasks
  std::uint64_t near_steals = 0;  ///< steals between workers of a place
  std::uint64_t events = 0;       ///< of the simulation
  double real_seconds = 0;        ///< that the simulation took
  double ideal_seconds = 0;       ///< with the same workers, if messages and steals took no time

  [[nodiscard]] double speed_up() const { return seconds > 0 ? work / seconds : 0; }
  [[nodiscard]] double efficiency() const { return speed_up() / (places * workers); }
  [[nodiscard]] double idle_share() const { return seconds > 0 ? idle / (seconds * places * workers) : 0; }
};

/// `settings`: of the simulator. Returns what skua::run returned: 0, or not 0 if the library
/// reported an error.
int replay_once(record const& r, std::string const& settings, std::string const& policy, std::string const& amount,
                std::vector<std::string> const& library_arguments, prediction& result);

}  // namespace apps::replay
