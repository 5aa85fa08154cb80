// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The plan of a run, from the options and the machine.
//
// Defaults: usable = processors in the affinity mask, at most the cgroup quota. Workers: -t, else
// SKUA_WORKERS, else usable / places if -n or SKUA_PLACES is set, else 1. Places: -n, else
// SKUA_PLACES, else usable / workers. Both at least 1.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

namespace launch {

struct plan {
  int places = 1;
  int workers = 1;                           ///< of each place
  bool tell_workers = false;                 ///< set SKUA_WORKERS for the places; else the library computes the number
  std::vector<std::vector<int>> processors;  ///< by place; empty: not bound
  std::string machine;                       ///< description, for --show and -v
  std::string file;                          ///< the path of the program
  std::vector<std::string> arguments;        ///< the first is the program's name, unchanged
  std::vector<std::string> environment;      ///< of all places
  std::string trace;                         ///< the file of the trace; empty: none
};

/// Throws failure.
plan make_plan(command_line const& options);

/// The variables SKUA_RUN_… and SKUA_WORKERS for one place.
std::vector<std::string> own_variables(plan const& plan, int place, int memory_fd);

/// The text of --show.
std::string describe(plan const& plan);

}  // namespace launch
