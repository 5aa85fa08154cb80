// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for the best choice.

#pragma once

#include <optional>
#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::knapsack {

struct outcome : search_outcome {
  answer best;                  ///< the best choice found; not proved to be optimal if the search was stopped
  std::optional<amount> bound;  ///< no choice has a higher profit; empty: stopped before a bound was known
};

/// Call inside a task. Throws input_error if the core has too many items.
[[nodiscard]] outcome search_parallel(instance const& input, search_request const& request);

}  // namespace apps::knapsack
