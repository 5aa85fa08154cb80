// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/base/wide_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
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
    std::vector<int> in_order;
    t.for_each_child([&](int child) { in_order.push_back(child); });
    EXPECT_TRUE(std::ranges::is_sorted(in_order));
    std::vector<int> children;
    for (int i = 0; i < t.children(); ++i) children.push_back(t.child(i));
    std::ranges::sort(children);
    EXPECT_EQ(in_order, children);
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

TEST(wide_tree, knows_the_way_to_each_rank_below) {
  for (int const n : {17, 18, 42, 300}) {
    for (int const root : {0, n / 3, n - 1}) {
      for (int rank = 0; rank < n; ++rank) {
        EXPECT_EQ(wide_tree(rank, root, n).child_towards(rank), -1);
        int below = rank;
        while (!wide_tree(below, root, n).is_root()) {
          int const parent = wide_tree(below, root, n).parent();
          EXPECT_EQ(wide_tree(parent, root, n).child_towards(rank), below);
          EXPECT_EQ(wide_tree(below, root, n).child_towards(parent), -1);
          below = parent;
        }
      }
    }
  }
}

TEST(wide_tree, is_a_star_as_far_as_it_says) {
  EXPECT_TRUE(wide_tree::is_star(1));
  EXPECT_TRUE(wide_tree::is_star(17));
  EXPECT_FALSE(wide_tree::is_star(18));
}

/// For any root: sums of two ranks do not fit into an int.
TEST(wide_tree, has_no_overflow_with_as_many_ranks_as_an_int_counts) {
  constexpr int n = INT_MAX;
  for (int const root : {0, 1, n / 2, n - 2, n - 1}) {
    for (int const rank : {0, 1, 2, n / 2, n / 2 + 1, n - 2, n - 1}) {
      wide_tree const t(rank, root, n);
      EXPECT_EQ(t.is_root(), rank == root);
      t.for_each_child([&](int child) {
        EXPECT_GE(child, 0);
        EXPECT_LT(child, n);
        EXPECT_EQ(wide_tree(child, root, n).parent(), rank);
        EXPECT_EQ(t.child_towards(child), child);
      });
      if (rank == root) {
        EXPECT_EQ(t.children(), wide_tree::width);
        continue;
      }
      EXPECT_GE(t.parent(), 0);
      EXPECT_LT(t.parent(), n);
      EXPECT_EQ(wide_tree(t.parent(), root, n).child_towards(rank), rank);
      int levels = 1;
      for (int above = t.parent(); above != root; above = wide_tree(above, root, n).parent()) ++levels;
      EXPECT_LE(levels, 8);
    }
  }
}

}  // namespace
