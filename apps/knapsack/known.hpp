// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Optima known from sources other than the search.

#pragma once

#include <optional>

#include "instance.hpp"

namespace apps::knapsack {

/// The published optimum, if name, items and capacity are those of a known instance.
std::optional<amount> known_optimum(instance const& input);

/// The optimum by dynamic programming over capacities, if that takes about a second at most.
std::optional<amount> table_optimum(instance const& input);

}  // namespace apps::knapsack
