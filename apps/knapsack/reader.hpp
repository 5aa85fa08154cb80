// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads knapsack problems from files.

#pragma once

#include <iosfwd>
#include <string>

#include "problem.hpp"

namespace apps::knapsack {

/// Line 1 is the capacity, line 2 the optimum, then one line `PROFIT WEIGHT` per item; empty lines
/// are skipped. Throws input_error with file and line for anything else.
instance read_kp(std::istream& input, std::string const& file);

/// Reads a file by name.
instance read_kp(std::string const& file);

}  // namespace apps::knapsack
