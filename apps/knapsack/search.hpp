// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two searches for the best choice, and their results.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../common/search_options.hpp"
#include "problem.hpp"

namespace apps::knapsack {

struct answer {
  std::vector<int> chosen;  ///< the items of a best choice, from 0, sorted
  amount profit = 0;
  std::uint64_t nodes = 0;  ///< of the search tree: the root, and every child with a computed bound
};

/// Branch and bound on the calling thread: the reference for the parallel search. Throws
/// input_error if the core has too many items.
answer search_sequential(instance const& input);

struct outcome : search_outcome {
  answer best;                  ///< the best choice found; not proved to be optimal if the search was stopped
  std::optional<amount> bound;  ///< no choice has a higher profit; empty: stopped before a bound was known
};

/// Call inside a task. Throws input_error if the core has too many items.
[[nodiscard]] outcome search_parallel(instance const& input, search_request const& request);

}  // namespace apps::knapsack
