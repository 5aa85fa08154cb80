// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/base/wide_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using skua::base::wide_tree;

/// The distance of each rank from the root; -1: no path leads there. Each rank has one parent.
std::vector<int> levels(int root, int n) {
  std::vector<int> level(static_cast<std::size_t>(n), -1);
  std::vector<int> queue{root};
  level[static_cast<std::size_t>(root)] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    int const rank = queue[next];
    wide_tree const t(rank, root, n);
    EXPECT_EQ(t.is_root(), rank == root);
    EXPECT_LE(t.children(), wide_tree::width);
    for (int i = 0; i < t.children(); ++i) {
      int const child = t.child(i);
      EXPECT_EQ(wide_tree(child, root, n).parent(), rank);
      EXPECT_EQ(level[static_cast<std::size_t>(child)], -1) << child << " has two parents";
      level[static_cast<std::size_t>(child)] = level[static_cast<std::size_t>(rank)] + 1;
      queue.push_back(child);
    }
  }
  return level;
}

TEST(wide_tree, reaches_every_rank_once) {
  for (int const n : {1, 2, 16, 17, 18, 33, 272, 273, 274, 1000}) {
    for (int const root : {0, n / 3, n - 1}) {
      auto const level = levels(root, n);
      EXPECT_EQ(std::ranges::count(level, -1), 0) << n << " ranks, root " << root;
    }
  }
}

TEST(wide_tree, is_a_star_up_to_seventeen_ranks_and_flat_beyond) {
  EXPECT_EQ(std::ranges::max(levels(5, 17)), 1);
  EXPECT_EQ(std::ranges::max(levels(0, 18)), 2);
  EXPECT_EQ(std::ranges::max(levels(0, 1 + 16 + 256)), 2);
  EXPECT_EQ(std::ranges::max(levels(0, 100'000)), 5);
}

TEST(wide_tree, has_no_overflow_with_a_billion_ranks) {
  constexpr int n = 1'000'000'000;
  EXPECT_EQ(wide_tree(n - 1, 0, n).children(), 0);
  EXPECT_EQ(wide_tree(n - 1, 0, n).parent(), (n - 2) / 16);
}

}  // namespace
