// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command line of skua-run.
#pragma once

#include <optional>
#include <string>

#include "option_table.hpp"

namespace launch {

/// Reads the arguments; returns an exit code if there is nothing to run (--help). Throws failure.
std::optional<int> read_command_line(int argc, char** argv, command_line& options);

/// Prints it on standard output. Throws failure.
void print_output(std::string const& text);

}  // namespace launch
