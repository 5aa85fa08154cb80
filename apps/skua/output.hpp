// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the outcome of an application is printed: text for people, one line of JSON for programs.

#pragma once

#include <optional>
#include <skua/stats.hpp>
#include <string>
#include <vector>

#include "driver.hpp"

namespace apps {

/// What the driver measured around the application.
struct outcome {
  bool ran = false;                         ///< the computation has run in this process, to its end
  std::vector<int> workers;                 ///< by place
  std::string transport;                    ///< between the places
  double seconds = 0;                       ///< of real time
  std::optional<double> simulated_seconds;  ///< if the places were simulated: of their time
  std::optional<double> sequential_seconds;
  skua::worker_statistics scheduler;  ///< summed over the workers
};

void print_text(application const& chosen, outcome const& result, report const& found);
void print_json(application const& chosen, request const& what, outcome const& result, report const& found);

}  // namespace apps
