// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "instance.hpp"

namespace apps::knapsack {

sums sums_of(instance const& in) {
  sums result;
  for (auto const& each : in.items) {
    result.profit += each.profit;
    result.weight += each.weight;
  }
  return result;
}

amount profit_of(instance const& in, std::vector<int> const& chosen) {
  std::vector<bool> seen(in.items.size());
  sums result;
  for (int const number : chosen) {
    auto const at = static_cast<std::size_t>(number);
    if (number < 0 || at >= seen.size() || seen[at]) return -1;
    seen[at] = true;
    result.profit += in.items[at].profit;
    result.weight += in.items[at].weight;
  }
  return result.weight <= in.capacity ? result.profit : -1;
}

}  // namespace apps::knapsack
