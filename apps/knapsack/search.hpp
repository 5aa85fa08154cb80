// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The result of a search for the best choice.

#pragma once

#include <cstdint>
#include <vector>

#include "instance.hpp"

namespace apps::knapsack {

struct answer {
  std::vector<int> chosen;  ///< the items of a best choice, from 0, sorted
  amount profit = 0;
  std::uint64_t nodes = 0;  ///< of the search tree: the root, and every child with a computed bound
};

/// Branch and bound on the calling thread: the reference for the parallel search. Throws
/// input_error if the core has too many items.
answer search_sequential(instance const& input);

}  // namespace apps::knapsack
