// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every coordination, on one place and on several: each node is looked at exactly once, and the answers are those of plain
// recursion.
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

#include "trees.hpp"

namespace {

using namespace search_test;

/// The only node of any worth is a leaf at the end of the last branch: whoever gives nodes away without looking at them loses it.
struct last_leaf {
  std::int32_t height = 6;
  std::int32_t branching = 3;

  struct node {
    std::int64_t index = 0;  // among the nodes of its depth
    std::int64_t depth = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> all;
    for (std::int64_t i = 0; n.depth < height && i < branching; ++i) all.push_back({n.index * branching + i, n.depth + 1});
    return all;
  }
  std::int64_t leaves() const {
    std::int64_t n = 1;
    for (std::int32_t d = 0; d < height; ++d) n *= branching;
    return n;
  }
  int objective(node const& n) const { return n.depth == height && n.index == leaves() - 1 ? 1 : 0; }
};

/// A path with a leaf beside each node.
struct comb {
  std::int64_t length = 20'000;
  struct node {
    std::int64_t depth = 0;
    std::int64_t leaf = 0;
  };
  struct children_t {
    std::int64_t depth, left;
    bool next(node& to) {
      if (left == 0) return false;
      to = {depth, left == 1 ? 1 : 0};
      --left;
      return true;
    }
  };
  node root() const { return {}; }
  children_t children(node const& n) const { return {n.depth + 1, n.leaf != 0 || n.depth == length ? 0 : 2}; }
};

/// The objective is the depth: only what is below a node that is good enough is better.
struct deeper_is_better {
  struct node {
    std::int64_t depth = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const { return std::vector<node>(n.depth < 9 ? 3 : 0, node{n.depth + 1}); }
  std::int64_t objective(node const& n) const { return n.depth; }
};

class search_of : public every_way {};

TEST_P(search_of, random_trees_counts_every_node_once) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    random_tree const t{seed};
    auto const expected = search_plainly(t);
    auto const found = run([&] { return search::enumerate(t, how()); });
    EXPECT_EQ(found.value, expected.nodes) << "seed " << seed;
    EXPECT_EQ(found.stats.nodes, expected.nodes) << "seed " << seed;
    EXPECT_EQ(found.stats.prunes, 0u);
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.share, 1);
    std::uint64_t sum = 0;
    for (auto const& c : found.stats.per_place) sum += c.nodes;
    EXPECT_EQ(sum, expected.nodes);
    EXPECT_EQ(found.stats.per_place.size(), static_cast<std::size_t>(GetParam().places));
  }
}

TEST_P(search_of, nodes_that_own_memory) {
  path_tree const t{{7, 6, 5, 9}};
  auto const expected = search_plainly(t.of);
  auto const found = run([&] { return search::enumerate(t, how()); });
  EXPECT_EQ(found.value, expected.nodes);
  auto const best = run([&] { return search::maximise(t, how()); });
  ASSERT_TRUE(best);
  EXPECT_EQ(best.value, expected.largest);
  // The witness, followed from the root.
  auto n = t.of.root();
  for (auto const i : best.node->path) n = t.of.child(n, i);
  EXPECT_EQ(n.gain, expected.largest);
}

TEST_P(search_of, the_largest_and_the_smallest) {
  for (std::uint64_t seed = 11; seed <= 14; ++seed) {
    random_tree const t{seed, 9, 5, 20};
    auto const expected = search_plainly(t);
    auto const found = run([&] { return search::maximise(t, how()); });
    ASSERT_TRUE(found);
    EXPECT_EQ(found.value, expected.largest) << "seed " << seed;
    EXPECT_EQ(t.objective(*found.node), expected.largest);
    EXPECT_EQ(found.bound, found.value);
    EXPECT_LT(found.stats.nodes, expected.nodes);
    EXPECT_GT(found.stats.prunes, 0u);

    struct loss : random_tree {  // the same upside down
      double objective(node const& n) const { return -0.5 * n.gain; }
      double bound(node const& n) const { return -0.5 * random_tree::bound(n); }
    };
    auto const least = run([&] { return search::minimise(loss{t}, how()); });
    ASSERT_TRUE(least);
    EXPECT_EQ(least.value, -0.5 * expected.largest);
  }
}

TEST_P(search_of, an_optimum_that_is_the_last_leaf) {
  auto const found = run([&] { return search::maximise(last_leaf{}, how()); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found.value, 1);
  EXPECT_EQ(found.node->index, last_leaf{}.leaves() - 1);
}

TEST_P(search_of, an_optimum_that_is_the_root) {
  struct best_first : random_tree {
    int objective(node const& n) const { return 1000 - n.depth; }
    int bound(node const& n) const { return objective(n); }
  };
  auto const found = run([&] { return search::maximise(best_first{{3}}, how()); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found.value, 1000);
  EXPECT_EQ(found.node->depth, 0);
}

TEST_P(search_of, a_start_that_nothing_beats) {
  random_tree const t{5};
  int const largest = search_plainly(t).largest;
  EXPECT_FALSE(run([&] { return search::maximise(t, how(), {}, largest); }));
  auto const found = run([&] { return search::maximise(t, how(), {}, largest - 1); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found.value, largest);
}

TEST_P(search_of, decisions) {
  random_tree const t{9, 9, 5, 20};
  int const largest = search_plainly(t).largest;
  auto const yes = run([&] { return search::decide(t, largest, how()); });
  ASSERT_TRUE(yes);
  EXPECT_GE(t.objective(*yes.node), largest);
  EXPECT_TRUE(yes.complete);
  auto const no = run([&] { return search::decide(t, largest + 1, how()); });
  EXPECT_FALSE(no);
  EXPECT_TRUE(no.complete);
  EXPECT_TRUE(run([&] { return search::decide(t, 0, how()); })) << "the root is enough";
}

TEST_P(search_of, nobody_goes_on_below_a_node_that_is_good_enough) {
  for (int repeat = 0; repeat < 20; ++repeat) {
    for (std::int64_t const wanted : {1, 4, 8}) {
      auto const found = run([&] { return search::decide(deeper_is_better{}, wanted, how()); });
      ASSERT_TRUE(found);
      ASSERT_EQ(found.value, wanted);
    }
  }
}

TEST_P(search_of, a_very_deep_tree) {
  comb const t;
  EXPECT_EQ(run([&] { return search::enumerate(t, how()); }).value, static_cast<std::uint64_t>(2 * t.length + 1));
}

TEST_P(search_of, a_depth_limit) {
  random_tree const t{21};
  random_tree lower = t;
  lower.height = 4;
  auto const found = run([&] { return search::enumerate(t, how(), search::options{.depth_limit = 4}); });
  EXPECT_EQ(found.value, search_plainly(lower).nodes);
}

TEST_P(search_of, other_folds) {
  struct deepest : random_tree {
    std::int32_t value(node const& n) const { return n.depth; }
  };
  deepest const t{{31, 7, 4, 9}};
  auto const deep = run([&] {
    skua::max<std::int32_t> m;
    auto const r = search::enumerate(t, how(), m);
    EXPECT_EQ(m.get(), r.value);
    return r.value;
  });
  EXPECT_EQ(deep, 7);
}

TEST_P(search_of, several_searches_at_once) {
  run([&] {
    skua::finish([&] {
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        skua::spawn([this, seed] {
          random_tree const t{seed, 7, 5, 9};
          auto const expected = search_plainly(t);
          EXPECT_EQ(search::enumerate(t, how()).value, expected.nodes);
          EXPECT_EQ(search::maximise(t, how()).value, expected.largest);
        });
      }
    });
  });
}

TEST_P(search_of, an_exception_of_the_problem) {
  struct explosive : random_tree {
    children_t children(node const& n) const {
      if (n.depth == 4) throw std::length_error("too deep");
      return random_tree::children(n);
    }
  };
  // Several tasks may meet it at the same time.
  EXPECT_THROW(
      {
        try {
          run([&] { return search::enumerate(explosive{{2}}, how()); });
        } catch (skua::task_errors const& all) {
          std::rethrow_exception(all.errors().front());
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
    auto r = run([&] { return search::enumerate(t, how(), o, from); });
    nodes += r.value;
    complete = r.complete;
    EXPECT_EQ(complete, r.open.empty());
    EXPECT_EQ(r.share == 1, complete);
    from = search::resume<random_tree>{std::move(r.open)};
  }
  EXPECT_EQ(nodes, expected.nodes) << rounds << " rounds";
}

TEST_P(search_of, stopped_from_outside) {
  struct endless {
    struct node {
      std::uint64_t path = 1;
    };
    struct children_t {
      std::uint64_t path;
      int left = 2;
      bool next(node& to) {
        if (left == 0) return false;
        to.path = mix(path + static_cast<std::uint64_t>(left--));
        return true;
      }
    };
    node root() const { return {}; }
    children_t children(node const& n) const { return {n.path}; }
    int objective(node const& n) const { return static_cast<int>(n.path >> 40); }
  };
  static std::atomic<bool> stop;
  stop = false;
  std::thread other([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stop = true;
  });
  auto const found = run([&] {
    return search::maximise(endless{}, how(), search::options{.depth_limit = 60, .time_limit = std::chrono::seconds(20), .stop = &stop});
  });
  other.join();
  EXPECT_FALSE(found.complete);
  EXPECT_LT(found.share, 1);
}

TEST_P(search_of, in_a_cancelled_scope) {
  run([&] {
    auto const ended = skua::finish([&] {
      skua::spawn([&] {
        random_tree const t{41, 30, 6, 9};
        (void)search::enumerate(t, how());
      });
      skua::sleep_for(std::chrono::milliseconds(2));
      skua::cancel();
    });
    EXPECT_TRUE(ended.cancelled());
  });
}

INSTANTIATE_TEST_SUITE_P(way, search_of, testing::ValuesIn(ways()), [](auto const& i) { return i.param.name(); });

}  // namespace
