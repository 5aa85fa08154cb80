// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

namespace apps::knapsack {

sums sums_of(instance const& input) {
  sums result;
  for (auto const& entry : input.items) {
    result.profit += entry.profit;
    result.weight += entry.weight;
  }
  return result;
}

amount profit_of(instance const& input, std::vector<int> const& chosen) {
  std::vector<bool> is_chosen(input.items.size());
  sums result;
  for (int const number : chosen) {
    auto const index = static_cast<std::size_t>(number);
    if (number < 0 || index >= is_chosen.size() || is_chosen[index]) return -1;
    is_chosen[index] = true;
    result.profit += input.items[index].profit;
    result.weight += input.items[index].weight;
  }
  return result.weight <= input.capacity ? result.profit : -1;
}

}  // namespace apps::knapsack
