// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A 0/1 knapsack problem: items, a capacity, and choices among the items.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace apps::knapsack {

using amount = std::int64_t;

/// With these limits sums of items stay below 2^48 and a profit times a weight below 2^62: no sum
/// or product of the search can overflow.
inline constexpr amount largest_value = std::numeric_limits<std::int32_t>::max();
inline constexpr std::size_t max_items = 100'000;

struct item {
  amount profit = 0;  ///< 0 to largest_value
  amount weight = 1;  ///< 1 to largest_value

  friend bool operator==(item const&, item const&) = default;
};

/// An aggregate, so it needs no code to be sent to another place.
struct instance {
  std::string name;
  amount capacity = 0;
  std::optional<amount> stated_optimum;  ///< the optimum that the file states: only for the check
  std::vector<item> items;
};

struct sums {
  amount profit = 0;
  amount weight = 0;
};

/// The sums over all items; they distinguish instances of one name.
sums sums_of(instance const& input);

/// The profit of the items with these numbers, from 0. The check of an answer, independent of the
/// search; -1 if an item is chosen twice or does not exist, or if the chosen items are too heavy
/// together.
amount profit_of(instance const& input, std::vector<int> const& chosen);

}  // namespace apps::knapsack
