// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints the outcome of an application: text for people, one line of JSON for programs.

#pragma once

#include <optional>
#include <skua/stats.hpp>
#include <string>
#include <vector>

#include "driver.hpp"

namespace apps {

/// The measurements of the driver around the application.
struct outcome {
  bool ran = false;                         ///< the computation ran in this process to its end
  std::vector<int> workers;                 ///< by place
  std::string transport;                    ///< between the places
  double seconds = 0;                       ///< of real time
  std::optional<double> simulated_seconds;  ///< if the places were simulated: simulated time
  std::optional<double> sequential_seconds;
  skua::worker_statistics scheduler;  ///< summed over the workers
};

void print_text(application const& chosen, outcome const& result, report const& summary);
void print_json(application const& chosen, request const& command_line, outcome const& result, report const& summary);

}  // namespace apps
