// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every coordination, on one place and on several: decisions.
#include <cstdint>

#include "trees.hpp"

namespace {

using namespace search_test;

/// The objective is the depth: only nodes below a node that is good enough are better.
struct deeper_is_better {
  struct node {
    std::int64_t depth = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const { return std::vector<node>(n.depth < 9 ? 3 : 0, node{n.depth + 1}); }
  std::int64_t objective(node const& n) const { return n.depth; }
};

TEST_P(search_of, decisions) {
  random_tree const t{9, 9, 5, 20};
  int const largest = search_plainly(t).largest;
  auto const yes = run([&] { return search::decide(t, largest, coordination()); });
  ASSERT_TRUE(yes);
  EXPECT_GE(t.objective(*yes.node), largest);
  EXPECT_TRUE(yes.complete);
  auto const no = run([&] { return search::decide(t, largest + 1, coordination()); });
  EXPECT_FALSE(no);
  EXPECT_TRUE(no.complete);
  EXPECT_TRUE(run([&] { return search::decide(t, 0, coordination()); })) << "the root is enough";
}

TEST_P(search_of, no_task_goes_on_below_a_node_that_is_good_enough) {
  for (int repeat = 0; repeat < 5; ++repeat) {
    for (std::int64_t const target : {1, 4, 8}) {
      auto const result = run([&] { return search::decide(deeper_is_better{}, target, coordination()); });
      ASSERT_TRUE(result);
      ASSERT_EQ(result.value, target);
    }
  }
}

}  // namespace
