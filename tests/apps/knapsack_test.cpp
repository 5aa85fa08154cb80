// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of knapsack: generator, core, tree, and the tables that check them.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../../apps/knapsack/core.hpp"
#include "../../apps/knapsack/generator.hpp"
#include "../../apps/knapsack/search.hpp"
#include "../../apps/knapsack/search_tree.hpp"
#include "../../apps/knapsack/verifier.hpp"
#include "complaint.hpp"

namespace {

using namespace apps::knapsack;

instance made(std::string const& text) { return generate(recipe_from(text)); }

/// The best of all subsets.
amount best_by_trying(instance const& in) {
  amount best = 0;
  for (std::uint32_t set = 0; set >> in.items.size() == 0; ++set) {
    std::vector<int> chosen;
    for (auto rest = set; rest != 0; rest &= rest - 1) chosen.push_back(std::countr_zero(rest));
    best = std::max(best, profit_of(in, chosen));
  }
  return best;
}

/// The simplest engine that can walk a tree: depth first, in order.
template <typename Problem>
class walker {
 public:
  explicit walker(Problem const& search_problem) : problem_(search_problem), best(search_problem.root()) {
    below(search_problem.root());
  }

 private:
  using node = typename Problem::node;
  void below(node const& parent) {
    auto children = problem_.children(parent);
    node child;
    for (auto children_left = children.left(); children.next(child); --children_left) {
      EXPECT_EQ(children.left(), children_left - 1);
      EXPECT_GE(std::max<amount>(-1, problem_.bound(child)), problem_.objective(child));
      ++nodes;
      if (problem_.bound(child) <= problem_.objective(best)) return;
      if (problem_.objective(child) > problem_.objective(best)) best = child;
      below(child);
    }
    EXPECT_EQ(children.left(), 0u);
  }

  Problem const& problem_;

 public:
  node best;
  std::uint64_t nodes = 1;
};

/// Runs both programs and compares them node for node. Returns the optimum.
amount search_both_ways(instance const& in) {
  SCOPED_TRACE(in.name);
  auto const result = search_sequential(in);
  EXPECT_EQ(profit_of(in, result.chosen), result.profit);
  core const item_core(in);
  with_width(item_core, in.name, [&](auto words) {
    problem<words> const tree(item_core);
    walker const walked(tree);
    EXPECT_EQ(walked.nodes, result.nodes);
    EXPECT_EQ(tree.objective(walked.best), result.profit);
    EXPECT_EQ(tree.chosen(walked.best), result.chosen);
  });
  return result.profit;
}

TEST(knapsack_generate, instances_are_the_published_ones) {
  for (auto const* text : {"1,20",  "2,20",  "3,20",  "11,20",  "12,20",  "13,20", "14,20", "16,20", "1,50",
                           "2,50",  "3,50",  "4,50",  "5,50",   "6,50",   "11,50", "13,50", "14,50", "15,50",
                           "16,50", "1,100", "3,100", "11,100", "13,100", "1,200", "16,200"}) {
    auto const input = made(std::string(text) + ",1000,50");
    EXPECT_TRUE(known_optimum(input)) << input.name;
  }
  auto changed_instance = made("1,20,1000,50");
  ++changed_instance.capacity;
  EXPECT_FALSE(known_optimum(changed_instance));
}

TEST(knapsack_generate, other_classes_by_their_definitions) {
  for (auto const& entry : made("7,40,1000,30").items)
    EXPECT_TRUE(entry.weight % 2 == 0 && entry.profit == entry.weight);
  EXPECT_EQ(made("7,40,1000,30").capacity % 2, 1);
  for (auto const& entry : made("8,40,1000,30").items)
    EXPECT_TRUE(entry.weight % 2 == 0 && entry.profit == entry.weight + 100);
  for (auto const& entry : made("9,40,1000,30").items) EXPECT_TRUE(entry.weight >= 100'000 && entry.weight < 100'100);
  for (int type = 1; type <= 16; ++type) {
    if (type == 10) continue;
    for (auto const* rest : {",1,10,1", ",30,10000000,100"}) {
      auto const input = made(std::to_string(type) + rest);
      for (auto const& entry : input.items) {
        EXPECT_TRUE(entry.weight >= 1 && entry.weight <= input.capacity && entry.weight <= largest_value) << input.name;
        EXPECT_TRUE(entry.profit >= 0 && entry.profit <= largest_value) << input.name;
      }
    }
  }
}

TEST(knapsack_generate, recipes_are_four_numbers_in_range) {
  for (auto const* text :
       {"1,2,3", "1,20,1000,50,1", ",20,1000,50", "0,20,1000,50", "10,20,1000,50", "17,20,1000,50", "1,0,1000,50",
        "1,100001,1000,50", "1,20,9,50", "1,20,10000001,50", "1,20,1000,0", "1,20,1000,101", "1,20,1000,50 "}) {
    EXPECT_THROW(recipe_from(text), apps::input_error) << text;
  }
  try {
    recipe_from("1,\n");
    FAIL();
  } catch (apps::input_error const& error) {
    EXPECT_EQ(std::string(error.what()),
              "--instance: expected TYPE,N,R,SERIES with TYPE 1 to 9 or 11 to 16, N from 1 to 100000, R from 10 to "
              "10000000 and "
              "SERIES from 1 to 100, found '1,?'");
  }
}

TEST(knapsack_search, agrees_with_published_optima_and_tables) {
  for (auto const* text : {"2,50,1000,50", "13,20,1000,50", "16,50,1000,50", "1,200,1000,50"}) {
    auto const input = made(text);
    EXPECT_EQ(search_both_ways(input), known_optimum(input));
  }
  for (auto const* text : {"2,1000,1000,50", "7,25,100,33", "9,20,1000,70", "15,30,1000,10"}) {
    auto const input = made(text);
    auto const table = table_optimum(input);
    ASSERT_TRUE(table) << input.name;
    EXPECT_EQ(search_both_ways(input), table);
  }
}

TEST(knapsack_search, agrees_with_trying_all_subsets) {
  unsigned const seed = apps::test_seed();
  SCOPED_TRACE("replay with SKUA_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  auto const below = [&](amount bound) { return static_cast<amount>(random()) % bound; };
  for (int round = 0; round < 1000; ++round) {
    instance input;
    input.name = "round " + std::to_string(round);
    auto const range = below(2) == 0 ? 12 : 1000;
    amount weight = 0;
    for (auto n = below(9) + 1; n > 0; --n) {
      input.items.push_back({below(range), below(range) + 1});
      weight += input.items.back().weight;
    }
    input.capacity = below(weight + 2);
    auto const best = best_by_trying(input);
    ASSERT_EQ(search_both_ways(input), best) << input.name;
    ASSERT_EQ(table_optimum(input), best) << input.name;
  }
}

TEST(knapsack_search, extreme_numbers) {
  constexpr auto largest = std::numeric_limits<amount>::max();
  EXPECT_EQ(search_both_ways({"everything fits", largest, {}, {{largest_value, largest_value}, {largest_value, 1}}}),
            2 * largest_value);
  EXPECT_EQ(search_both_ways({"nothing fits", 0, {}, {{1, 1}, {2, 2}}}), 0);
  EXPECT_EQ(search_both_ways({"nothing is worth it", 5, {}, {{0, 1}, {0, 2}}}), 0);
  instance heavy{"heavy", 0, {}, {}};
  for (amount i = 0; i < 20; ++i) heavy.items.push_back({largest_value - 7 * i * i, largest_value - 11 * i});
  heavy.items.push_back({1, 1});
  heavy.items.push_back({largest_value, 1});
  heavy.items.push_back({1, largest_value});
  heavy.capacity = sums_of(heavy).weight / 3;
  EXPECT_FALSE(table_optimum(heavy));
  auto const best = search_both_ways(heavy);
  EXPECT_GT(best, 7 * (largest_value - 7 * 400));
}

TEST(knapsack_search, cores_that_are_too_large_are_refused) {
  // All items have the same density and no two of them fill the capacity: no item can be excluded.
  instance input{"equal", 0, {}, {}};
  for (int i = 0; i < max_changes + 2; ++i) input.items.push_back({2, 2});
  input.capacity = 2 * max_changes + 1;
  EXPECT_THROW(search_sequential(input), apps::input_error);
}

}  // namespace
