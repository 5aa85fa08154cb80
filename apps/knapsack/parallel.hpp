// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for the best choice.

#pragma once

#include <optional>
#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::knapsack {

struct outcome : search_outcome {
  answer best;                  ///< the best choice found; there may be a better one if it was stopped
  std::optional<amount> bound;  ///< no choice has a higher profit; empty: stopped before any was known
};

/// To be called in a task. Throws input_error if too many items matter.
[[nodiscard]] outcome search_parallel(instance const& in, search_request const& wanted);

}  // namespace apps::knapsack
