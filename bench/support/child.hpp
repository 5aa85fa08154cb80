// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a measurement of this program in a fresh process.
#pragma once

#include <string>

namespace bench {

inline constexpr char const* measure_argument = "--measure=";

/// Starts this program again with `--measure=name` and returns the number it prints. Throws std::runtime_error when it fails.
double measure_in_child(std::string const& name);

}  // namespace bench
