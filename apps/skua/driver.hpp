// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs one application after its options were read: both computations, the check, the report.

#pragma once

#include <skua/exit_codes.hpp>
#include <string>
#include <vector>

#include "app.hpp"

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

}  // namespace apps
