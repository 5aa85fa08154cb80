// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a search for the best choice finds.

#pragma once

#include <cstdint>
#include <vector>

#include "instance.hpp"

namespace apps::knapsack {

struct answer {
  std::vector<int> chosen;  ///< the items of a best choice, from 0, sorted
  amount profit = 0;
  std::uint64_t nodes = 0;  ///< of the search tree: the root, and every child whose bound was looked at
};

/// Branch and bound on the calling thread: the yardstick. Throws input_error if too many items
/// matter.
answer search_sequential(instance const& in);

}  // namespace apps::knapsack
