// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each node of a tree is valid for its own application.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "small_trees.hpp"

namespace {

using namespace apps;
using namespace apps::test;

TEST(checkpoint_nodes, of_a_uts_tree_are_not_deeper_than_its_shape_allows) {
  using enum uts::tree_shape;
  using enum uts::tree_type;
  auto const accepts_depth = [](uts::tree_search const& p, std::int32_t depth) {
    bool accepted = false;
    for (std::uint32_t hash = 0; hash < 100; ++hash) {
      auto n = p.root();
      n.position.state.last = hash << 24;
      n.position.depth = depth;
      for (n.children = 0; n.children <= 100; ++n.children) accepted = accepted || p.valid(n);
    }
    return accepted;
  };
  for (auto const& p : {unbalanced(linear), unbalanced(fixed), unbalanced(fixed, balanced)}) {
    EXPECT_TRUE(accepts_depth(p, 5));
    EXPECT_FALSE(accepts_depth(p, 6));
  }
  EXPECT_TRUE(accepts_depth(unbalanced(cyclic), 26));
  EXPECT_FALSE(accepts_depth(unbalanced(cyclic), 27));
  for (auto const& p : {unbalanced(expdec), unbalanced(fixed, binomial), unbalanced(linear, hybrid)}) {
    EXPECT_TRUE(accepts_depth(p, 100000));
    EXPECT_FALSE(accepts_depth(p, (1 << 30) + 1));
  }
  EXPECT_FALSE(accepts_depth(unbalanced(fixed), -1));
}

template <typename Problem>
void expect_all_valid(Problem const& p, typename Problem::node const& n, int& nodes_left) {
  ASSERT_TRUE(p.valid(n));
  auto children = p.children(n);
  for (typename Problem::node child{}; nodes_left > 0 && !testing::Test::HasFatalFailure() && children.next(child);
       --nodes_left) {
    expect_all_valid(p, child, nodes_left);
  }
}
void expect_all_valid(clique_tree const& p, clique_tree::node const& n, int& nodes_left) {
  ASSERT_TRUE(p.valid(n));
  auto children = p.children(n, n.size % 3 == 0 ? 0 : 7);
  for (clique_tree::node child{}; nodes_left > 0 && !testing::Test::HasFatalFailure() && children.next(child);
       --nodes_left) {
    expect_all_valid(p, child, nodes_left);
  }
}
/// Deep nodes: walks from the root to random children.
template <typename Problem>
void expect_valid_paths(Problem const& p, int paths) {
  std::mt19937 random(1);
  for (int path = 0; path < paths; ++path) {
    auto n = p.root();
    for (;;) {
      ASSERT_TRUE(p.valid(n));
      auto const child_count = p.children(n).left();
      if (child_count == 0) break;
      auto children = p.children(n);
      typename Problem::node child{};
      for (std::size_t i = random() % child_count + 1; i > 0; --i) ASSERT_TRUE(children.next(child));
      n = child;
    }
  }
}

TEST(checkpoint_nodes, each_node_of_a_tree_is_valid) {
  int nodes_left = 0;
  auto const check = [&](auto const& p) {
    nodes_left = 1000;
    expect_all_valid(p, p.root(), nodes_left);
  };
  check(cliques());
  check(choices());
  check(tours());
  check(boards());
  check(queens::board_tree(1));
  check(queens::board_tree(12));
  for (auto const shape :
       {uts::tree_shape::linear, uts::tree_shape::expdec, uts::tree_shape::cyclic, uts::tree_shape::fixed}) {
    check(unbalanced(shape));
    check(unbalanced(shape, uts::tree_type::hybrid));
  }
  check(unbalanced(uts::tree_shape::linear, uts::tree_type::balanced));
  check(maps());
  check(words(14, 1, words::small_subtrees::in_nodes));
  check(bytes(14, 2, bytes::small_subtrees::in_nodes));
  expect_valid_paths(words(60, 1, words::small_subtrees::in_nodes), 20);
  expect_valid_paths(long_words(70, 1, long_words::small_subtrees::in_nodes), 20);
  expect_valid_paths(long_bytes(50, 1, long_bytes::small_subtrees::in_nodes), 10);
}

}  // namespace
