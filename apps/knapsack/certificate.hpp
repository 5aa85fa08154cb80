// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The check of a choice of items, from their profits and weights alone.

#pragma once

#include <vector>

#include "../skua/certificate.hpp"
#include "instance.hpp"

namespace apps::knapsack {

/// Checks that `chosen`, counted from 1, are different items that fit and have that total profit.
certificate certify(instance const& input, std::vector<int> chosen, amount profit);

}  // namespace apps::knapsack
