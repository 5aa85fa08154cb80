// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for the best choice.

#pragma once

#include <optional>
#include <skua/search/options.hpp>

#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::knapsack {

struct outcome {
  answer best;                  ///< the best choice found
  bool complete = true;         ///< false: stopped on the way, there may be a better one
  std::optional<amount> bound;  ///< no choice has a higher profit; empty: stopped before any was known
  double share = 1;
  skua::search::statistics stats;
};

/// To be called in a task. Throws input_error if too many items matter.
[[nodiscard]] outcome search_parallel(instance const& in, search_request const& wanted);

}  // namespace apps::knapsack
