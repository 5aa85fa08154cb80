// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verifier.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "../common/text.hpp"

namespace apps::knapsack {

// Optima published with Pisinger's generator and with YewPar's test.
namespace {

struct fact {
  std::string_view name;
  std::size_t items;
  amount capacity;
  amount profit;  ///< of all items
  amount weight;  ///< of all items
  amount optimum;
};

constexpr fact facts[] = {
    {"knapsackTest1", 20, 6239, 11683, 10503, 6925},
    {"knapPI_1_20_1000_50", 20, 5217, 9339, 10540, 7699},
    {"knapPI_2_20_1000_50", 20, 5217, 10862, 10540, 5890},
    {"knapPI_3_20_1000_50", 20, 5221, 12547, 10547, 6586},
    {"knapPI_11_20_1000_50", 20, 2943, 20198, 5946, 16422},
    {"knapPI_12_20_1000_50", 20, 2943, 4290, 5946, 2343},
    {"knapPI_13_20_1000_50", 20, 5505, 13242, 11122, 6634},
    {"knapPI_14_20_1000_50", 20, 4623, 13739, 9339, 7815},
    {"knapPI_16_20_1000_50", 20, 4623, 15454, 9339, 9202},
    {"knapPI_1_50_1000_50", 50, 9771, 25197, 19738, 21065},
    {"knapPI_2_50_1000_50", 50, 9771, 20698, 19738, 11390},
    {"knapPI_3_50_1000_50", 50, 11557, 28346, 23346, 15057},
    {"knapPI_4_50_1000_50", 50, 14032, 23346, 28346, 12432},
    {"knapPI_5_50_1000_50", 50, 9771, 24752, 19738, 13484},
    {"knapPI_6_50_1000_50", 50, 11557, 23346, 23346, 11557},
    {"knapPI_11_50_1000_50", 50, 8484, 47317, 17139, 36579},
    {"knapPI_13_50_1000_50", 50, 13742, 32920, 27760, 16520},
    {"knapPI_14_50_1000_50", 50, 12473, 35997, 25197, 20273},
    {"knapPI_15_50_1000_50", 50, 12473, 25245, 25197, 12513},
    {"knapPI_16_50_1000_50", 50, 12473, 40692, 25197, 24595},
    {"knapPI_1_100_1000_50", 100, 22018, 47814, 44478, 39811},
    {"knapPI_3_100_1000_50", 100, 22245, 54935, 44935, 29545},
    {"knapPI_11_100_1000_50", 100, 17689, 89349, 35733, 67165},
    {"knapPI_13_100_1000_50", 100, 28738, 69092, 58052, 34706},
    {"knapPI_1_200_1000_50", 200, 47819, 99270, 96596, 80457},
    {"knapPI_16_200_1000_50", 200, 49143, 163280, 99270, 98563},
};

}  // namespace

std::optional<amount> known_optimum(instance const& input) {
  auto const totals = sums_of(input);
  for (auto const& entry : facts) {
    // A file may have any name: it is the known instance only if all numbers match.
    if (entry.name == input.name && entry.items == input.items.size() && entry.capacity == input.capacity &&
        entry.profit == totals.profit && entry.weight == totals.weight) {
      return entry.optimum;
    }
  }
  return {};
}

std::optional<amount> table_optimum(instance const& input) {
  constexpr amount max_room = 10'000'000;
  constexpr amount max_steps = 500'000'000;
  // Capacity above the weight of all items needs no table.
  auto const capacity = std::min(input.capacity, sums_of(input).weight);
  if (capacity > max_room || capacity * static_cast<amount>(input.items.size()) > max_steps) return {};
  std::vector<amount> best(static_cast<std::size_t>(capacity) + 1);
  for (auto const& candidate : input.items) {
    auto const weight = static_cast<std::size_t>(candidate.weight);
    for (std::size_t room = best.size(); room-- > weight;)
      best[room] = std::max(best[room], best[room - weight] + candidate.profit);
  }
  return best.back();
}

certificate certify(instance const& input, std::vector<int> chosen, amount profit) {
  auto const text_of = [](amount value) { return grouped(static_cast<std::uint64_t>(value)); };
  std::ranges::sort(chosen);
  sums totals;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    auto const name = "item " + std::to_string(chosen[i]);
    if (chosen[i] < 1 || static_cast<std::size_t>(chosen[i]) > input.items.size()) {
      return {false, name + " is not one of the " + std::to_string(input.items.size())};
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
