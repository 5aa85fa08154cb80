// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every coordination, on one place and on several: each node is looked at exactly once, and the
// answers are those of plain recursion. Optima and decisions have separate files, since each search
// takes seconds to compile.
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

#include "trees.hpp"

namespace {

using namespace search_test;

/// A path with a leaf beside each node.
struct comb {
  std::int64_t length = 20'000;
  struct node {
    std::int64_t depth = 0;
    std::int64_t leaf = 0;
  };
  struct children_t {
    std::int64_t depth, children_left;
    bool next(node& to) {
      if (children_left == 0) return false;
      to = {depth, children_left == 1 ? 1 : 0};
      --children_left;
      return true;
    }
  };
  node root() const { return {}; }
  children_t children(node const& n) const { return {n.depth + 1, n.leaf != 0 || n.depth == length ? 0 : 2}; }
};

TEST_P(search_of, random_trees_counts_every_node_once) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    random_tree const t{seed};
    auto const expected = search_plainly(t);
    auto const result = run([&] { return search::enumerate(t, coordination()); });
    EXPECT_EQ(result.value, expected.nodes) << "seed " << seed;
    EXPECT_EQ(result.stats.nodes, expected.nodes) << "seed " << seed;
    EXPECT_EQ(result.stats.prunes, 0u);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.share, 1);
    std::uint64_t sum = 0;
    for (auto const& c : result.stats.per_place) sum += c.nodes;
    EXPECT_EQ(sum, expected.nodes);
    EXPECT_EQ(result.stats.per_place.size(), static_cast<std::size_t>(GetParam().places));
  }
}

TEST_P(search_of, nodes_that_own_memory) {
  path_tree const t{{7, 6, 5, 9}};
  auto const expected = search_plainly(t.tree);
  auto const result = run([&] { return search::enumerate(t, coordination()); });
  EXPECT_EQ(result.value, expected.nodes);
  auto const best = run([&] { return search::maximise(t, coordination()); });
  ASSERT_TRUE(best);
  EXPECT_EQ(best.value, expected.largest);
  // Follow the witness from the root.
  auto n = t.tree.root();
  for (auto const i : best.node->path) n = t.tree.child(n, i);
  EXPECT_EQ(n.gain, expected.largest);
}

TEST_P(search_of, a_very_deep_tree) {
  comb const t;
  EXPECT_EQ(run([&] { return search::enumerate(t, coordination()); }).value,
            static_cast<std::uint64_t>(2 * t.length + 1));
}

TEST_P(search_of, a_depth_limit) {
  random_tree const t{21};
  random_tree lower = t;
  lower.height = 4;
  auto const result = run([&] { return search::enumerate(t, coordination(), search::options{.depth_limit = 4}); });
  EXPECT_EQ(result.value, search_plainly(lower).nodes);
}

TEST_P(search_of, other_folds) {
  struct deepest : random_tree {
    std::int32_t value(node const& n) const { return n.depth; }
  };
  deepest const t{{31, 7, 4, 9}};
  auto const deep = run([&] {
    skua::max<std::int32_t> m;
    auto const r = search::enumerate(t, coordination(), m);
    EXPECT_EQ(m.get(), r.value);
    return r.value;
  });
  EXPECT_EQ(deep, 7);
}

TEST_P(search_of, an_exception_of_the_problem) {
  struct explosive : random_tree {
    children_t children(node const& n) const {
      if (n.depth == 4) throw std::length_error("too deep");
      return random_tree::children(n);
    }
  };
  // Several tasks may throw at the same time.
  EXPECT_THROW(
      {
        try {
          run([&] { return search::enumerate(explosive{{2}}, coordination()); });
        } catch (skua::task_errors const& errors) {
          std::rethrow_exception(errors.errors().front());
        }
      },
      std::length_error);
}

TEST_P(search_of, interrupted_and_resumed) {
  random_tree const t{41, 9, 6, 9};
  auto const expected = search_plainly(t);
  search::options o{.node_limit = expected.nodes / 50, .keep_open = true};
  std::uint64_t nodes = 0;
  search::resume<random_tree> from;
  int rounds = 0;
  for (bool complete = false; !complete && rounds < 1000; ++rounds) {
    auto r = run([&] { return search::enumerate(t, coordination(), o, from); });
    nodes += r.value;
    complete = r.complete;
    EXPECT_EQ(complete, r.open.empty());
    EXPECT_EQ(r.share == 1, complete);
    from = search::resume<random_tree>{std::move(r.open)};
  }
  EXPECT_EQ(nodes, expected.nodes) << rounds << " rounds";
}

TEST_P(search_of, in_a_cancelled_scope) {
  run([&] {
    auto const ended = skua::finish([&] {
      skua::spawn([&] {
        random_tree const t{41, 30, 6, 9};
        (void)search::enumerate(t, coordination());
      });
      skua::sleep_for(std::chrono::milliseconds(2));
      skua::cancel();
    });
    EXPECT_TRUE(ended.cancelled());
  });
}

INSTANTIATE_TEST_SUITE_P(way, search_of, testing::ValuesIn(ways()), [](auto const& i) { return i.param.name(); });

}  // namespace
