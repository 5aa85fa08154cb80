// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options of skua-run: skua-run reads its arguments with them, `skua man` and `skua completion`
// describe them. The program `skua` includes no other file of this folder (tools/layers.txt).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace launch {

struct command_line {
  int places = 0;   ///< 0: not set
  int workers = 0;  ///< of each place; 0: not set
  bool bind = false;
  bool check = false;  ///< the same as --env SKUA_CHECK=on
  bool tag = false;
  std::string trace;  ///< the same as --env SKUA_TRACE=…; empty: not given
  bool gdb = false;   ///< with sim: run the program in gdb
  bool show = false;
  bool verbose = false;
  bool watch = false;                    ///< a live view of places and workers
  std::optional<std::string> sim;        ///< settings of the simulator, with --sim
  double timeout = 0;                    ///< seconds; 0: none
  std::vector<std::string> environment;  ///< NAME=VALUE
  std::vector<std::string> program;      ///< its name and its arguments, unchanged
};

/// A parser that stores the values of the options in `options`. All words from the program on are
/// the remaining arguments.
[[nodiscard]] std::unique_ptr<CLI::App> make_option_table(command_line& options);

/// Why the text is not a number of places, or empty.
[[nodiscard]] std::string number_of_places_error(std::string const& text);

}  // namespace launch
