// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a measurement of this program in a fresh process.
#pragma once

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
/// The path of this program.
std::string this_program();

}  // namespace bench
