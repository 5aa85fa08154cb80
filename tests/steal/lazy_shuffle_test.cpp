// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/lazy_shuffle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace {

using skua::steal::lazy_shuffle;
using skua::steal::random_source;

TEST(lazy_shuffle, a_whole_round_draws_each_number_once) {
  random_source random(1);
  for (std::size_t const n : {1u, 2u, 3u, 16u, 50u}) {
    lazy_shuffle d(n);
    for (int round = 0; round < 20; ++round) {
      std::set<std::size_t> drawn;
      for (std::size_t i = 0; i < n; ++i) drawn.insert(d.at(i, random));
      EXPECT_EQ(drawn.size(), n);
      EXPECT_LT(*drawn.rbegin(), n);
    }
  }
}

// Each ordered pair of five numbers (there are 20) comes about equally often.
TEST(lazy_shuffle, all_beginnings_are_equally_likely) {
  random_source random(2);
  lazy_shuffle d(5);
  std::map<std::pair<std::size_t, std::size_t>, int> pair_counts;
  for (int round = 0; round < 20'000; ++round) {
    std::size_t const first = d.at(0, random);
    ++pair_counts[{first, d.at(1, random)}];
  }
  EXPECT_EQ(pair_counts.size(), 20u);
  for (auto const& [pair, times] : pair_counts) EXPECT_NEAR(times, 1000, 160) << pair.first << ", " << pair.second;
}

TEST(lazy_shuffle, few_of_very_many) {
  random_source random(3);
  lazy_shuffle d(std::size_t{1} << 31);
  for (int round = 0; round < 100; ++round) {
    std::set<std::size_t> drawn;
    for (std::size_t i = 0; i < 16; ++i) drawn.insert(d.at(i, random));
    EXPECT_EQ(drawn.size(), 16u);
  }
}

}  // namespace
