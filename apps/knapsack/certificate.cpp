// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "certificate.hpp"

#include <algorithm>

#include "../skua/text.hpp"

namespace apps::knapsack {

certificate certify(instance const& input, std::vector<int> chosen, amount profit) {
  auto const text_of = [](amount value) { return grouped(static_cast<std::uint64_t>(value)); };
  std::ranges::sort(chosen);
  sums totals;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    auto const name = "item " + std::to_string(chosen[i]);
    if (chosen[i] < 1 || static_cast<std::size_t>(chosen[i]) > input.items.size()) {
      return {false, name + " is none of the " + std::to_string(input.items.size())};
    }
    if (i > 0 && chosen[i] == chosen[i - 1]) return {false, name + " is chosen twice"};
    totals.profit += input.items[static_cast<std::size_t>(chosen[i] - 1)].profit;
    totals.weight += input.items[static_cast<std::size_t>(chosen[i] - 1)].weight;
  }
  if (totals.weight > input.capacity)
    return {false, "the items weigh " + text_of(totals.weight) + " of " + text_of(input.capacity)};
  if (totals.profit != profit)
    return {false, "the items have profit " + text_of(totals.profit) + ", not " + std::to_string(profit)};
  return {true, counted(chosen.size(), "item weighs ", "items weigh ") + text_of(totals.weight) + " of " +
                    text_of(input.capacity) + ", profits add up to " + text_of(totals.profit)};
}

}  // namespace apps::knapsack
