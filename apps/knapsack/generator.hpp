// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pisinger's classes of knapsack problems, from their definitions.

#pragma once

#include <string>

#include "problem.hpp"

namespace apps::knapsack {

/// An instance to make: the classes of Pisinger, "Where are the hard knapsack problems?" (2005), by
/// his numbers.
struct recipe {
  int type = 1;      ///< 1 to 9, 11 to 16
  int items = 50;    ///< 1 to max_items
  int range = 1000;  ///< of the weights: 10 to 10,000,000
  int series = 50;   ///< 1 to 100: the seed, and the capacity in 101st parts of the total weight
};

/// `TYPE,N,R,SERIES`. Throws input_error.
recipe recipe_from(std::string const& text);

/// The instance that is published as knapPI_TYPE_N_R_SERIES, number for number.
instance generate(recipe const& settings);

}  // namespace apps::knapsack
