// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The check of a choice of items, from their profits and weights alone.

#pragma once

#include <vector>

#include "../skua/certificate.hpp"
#include "instance.hpp"

namespace apps::knapsack {

/// Whether `chosen`, counted from 1, are different items that fit and have that profit together.
certificate certify(instance const& in, std::vector<int> chosen, amount profit);

}  // namespace apps::knapsack
