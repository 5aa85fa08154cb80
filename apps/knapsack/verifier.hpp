// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Optima from other sources, and the check of a choice from profits and weights alone.

#pragma once

#include <optional>
#include <vector>

#include "../common/certificate.hpp"
#include "problem.hpp"

namespace apps::knapsack {

/// The published optimum, if name, items and capacity are those of a known instance.
std::optional<amount> known_optimum(instance const& input);

/// The optimum by dynamic programming over capacities, if that takes about a second at most.
std::optional<amount> table_optimum(instance const& input);

/// Checks that `chosen`, counted from 1, are different items that fit and have that total profit.
certificate certify(instance const& input, std::vector<int> chosen, amount profit);

}  // namespace apps::knapsack
