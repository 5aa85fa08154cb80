// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The commands of the program and their options, as completion and manual pages need them.

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace apps::manual {

struct option_entry {
  std::vector<std::string> names;    ///< with dashes, short ones first; empty: positional
  std::string value;                 ///< the name of the value; empty: a flag
  std::string range;                 ///< of the value: "INT in [1 - 4096]"; empty: not known
  std::vector<std::string> choices;  ///< of the value; empty: any
  std::string description;
  std::string group;
};

struct command_entry {
  std::string program;          ///< "skua" or "skua-run"
  bool starts_program = false;  ///< its positional arguments are another program and that program's arguments
  std::string name;             ///< its words: "sim uts"; empty: the program
  std::string description;
  std::string footer;
  std::vector<option_entry> options;
  std::vector<std::string> parts;  ///< the last words of its subcommands
};

/// The program first, then each command before its subcommands.
[[nodiscard]] std::vector<command_entry> command_entries(CLI::App const& root);

}  // namespace apps::manual
