// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command line of skua-run.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace launch {

struct command_line {
  int places = 0;   ///< 0: not set
  int workers = 0;  ///< of each place; 0: not set
  bool bind = false;
  bool check = false;  ///< the same as --env SKUA_CHECK=on
  bool tag = false;
  std::string trace;   ///< the same as --env SKUA_TRACE=…; empty: not given
  std::string record;  ///< the same as --env SKUA_RECORD=…; empty: not given
  bool gdb = false;    ///< with sim: run the program in gdb
  bool show = false;
  bool verbose = false;
  bool watch = false;                    ///< a live view of places and workers
  std::optional<std::string> sim;        ///< settings of the simulator, with --sim
  double timeout = 0;                    ///< seconds; 0: none
  std::vector<std::string> environment;  ///< NAME=VALUE
  std::vector<std::string> program;      ///< its name and its arguments, unchanged
};

/// Reads the arguments; returns an exit code if there is nothing to run (--help). Throws failure.
std::optional<int> read_command_line(int argc, char** argv, command_line& options);

/// Prints it on standard output. Throws failure.
void print_output(std::string const& text);

}  // namespace launch
