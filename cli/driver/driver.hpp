// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs one application after its options were read: both computations, the check, the report.

#pragma once

#include <skua/exit_codes.hpp>
#include <skua/run.hpp>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/app.hpp"

namespace apps {

/// Exit codes of the `skua` program; an interrupted run ends with 128 + the signal, as the library
/// returns it.
enum exit_code : int {
  exit_right = skua::exit_code::success,
  exit_wrong = skua::exit_code::failure,
  exit_bad_input = skua::exit_code::usage
};

/// The parsed command line.
struct request {
  common_options options;
  std::vector<std::string> arguments;          ///< after the application's name
  std::vector<std::string> library_arguments;  ///< the `--skua-…` ones
};

/// Runs `chosen`, prints its report on standard output, returns the exit code. Throws input_error.
int drive(application& chosen, request const& command_line);

/// Runs the library with these arguments (--skua-…), which override the environment. Returns what
/// skua::run returns.
template <typename Body>
int run_with(std::vector<std::string> library_arguments, skua::options const& o, Body&& body) {
  library_arguments.insert(library_arguments.begin(), "skua");
  std::vector<char*> pointers;
  for (auto& argument : library_arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(library_arguments.size());
  return skua::run(count, pointers.data(), o, std::forward<Body>(body));
}

}  // namespace apps
