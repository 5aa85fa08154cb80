// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "certificate.hpp"

#include <algorithm>

#include "../skua/text.hpp"

namespace apps::knapsack {

certificate certify(instance const& in, std::vector<int> chosen, amount profit) {
  auto const shown = [](amount of) { return grouped(static_cast<std::uint64_t>(of)); };
  std::ranges::sort(chosen);
  sums all;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    auto const name = "item " + std::to_string(chosen[i]);
    if (chosen[i] < 1 || static_cast<std::size_t>(chosen[i]) > in.items.size()) {
      return {false, name + " is none of the " + std::to_string(in.items.size())};
    }
    if (i > 0 && chosen[i] == chosen[i - 1]) return {false, name + " is chosen twice"};
    all.profit += in.items[static_cast<std::size_t>(chosen[i] - 1)].profit;
    all.weight += in.items[static_cast<std::size_t>(chosen[i] - 1)].weight;
  }
  if (all.weight > in.capacity) return {false, "the items weigh " + shown(all.weight) + " of " + shown(in.capacity)};
  if (all.profit != profit)
    return {false, "the items have profit " + shown(all.profit) + ", not " + std::to_string(profit)};
  return {true, counted(chosen.size(), "item weighs ", "items weigh ") + shown(all.weight) + " of " +
                    shown(in.capacity) + ", profits add up to " + shown(all.profit)};
}

}  // namespace apps::knapsack
