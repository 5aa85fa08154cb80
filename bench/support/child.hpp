// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a measurement of this program, or another command, in a fresh process.
#pragma once

#include <spawn.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "support/case.hpp"

namespace bench {

inline constexpr char const* measure_argument = "--measure=";

/// Starts this program again with `--measure=name` and returns the number that it prints. Throws
/// std::runtime_error on failure.
double measure_in_child(std::string const& name);
/// Like measure_in_child, for a measurement of several figures.
figures figures_of_child(std::string const& name);
/// The figures that a command (its first word is the path of a program) prints, one line each.
figures figures_of(std::vector<std::string> command);
/// Starts a command, whose first word is the path of a program. Throws std::runtime_error on
/// failure.
pid_t start_command(std::vector<std::string> command, posix_spawn_file_actions_t const* actions = nullptr);
/// Waits for its end and returns what it used. Throws std::runtime_error, with `what`, unless its
/// exit code is 0.
rusage wait_for_success(pid_t pid, std::string const& what);
/// The path of this program.
std::string this_program();

}  // namespace bench
