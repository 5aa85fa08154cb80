// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is going to be started: options and machine brought together.
//
// Places and workers: what is not said follows from what is. usable = processors in the affinity
// mask, at most the cgroup quota. Workers: -t, else SKUA_WORKERS, else usable / places if -n is
// given, else 1. Places: -n, else SKUA_PLACES, else usable / workers. Both at least 1.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

namespace launch {

struct plan {
  int places = 1;
  int workers = 1;                           ///< of each place
  bool tell_workers = false;                 ///< put them into the environment; else the library finds the same number
  std::vector<std::vector<int>> processors;  ///< by place; empty: not bound
  std::string machine;                       ///< for people
  std::string file;                          ///< the path of the program
  std::vector<std::string> arguments;        ///< with the program's name as given
  std::vector<std::string> environment;      ///< of all places
};

/// Throws failure.
plan make_plan(command_line const& options);

/// What the variables SKUA_RUN_… and SKUA_WORKERS say to one place.
std::vector<std::string> own_variables(plan const& p, int place, int memory_fd);

/// What would be started, for people.
std::string describe(plan const& p);

}  // namespace launch
