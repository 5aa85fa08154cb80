// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every coordination, on one place and on several: optima.
#include <atomic>
#include <chrono>
#include <thread>

#include "trees.hpp"

namespace {

using namespace search_test;

/// The only node of any worth is a leaf at the end of the last branch. A coordination that drops
/// nodes when it gives work away misses it.
struct last_leaf {
  std::int32_t height = 6;
  std::int32_t branching = 3;

  struct node {
    std::int64_t index = 0;  // index among the nodes of its depth
    std::int64_t depth = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> result;
    for (std::int64_t i = 0; n.depth < height && i < branching; ++i)
      result.push_back({n.index * branching + i, n.depth + 1});
    return result;
  }
  std::int64_t leaves() const {
    std::int64_t n = 1;
    for (std::int32_t d = 0; d < height; ++d) n *= branching;
    return n;
  }
  int objective(node const& n) const { return n.depth == height && n.index == leaves() - 1 ? 1 : 0; }
};

TEST_P(search_of, the_largest_and_the_smallest) {
  for (std::uint64_t seed = 11; seed <= 14; ++seed) {
    random_tree const t{seed, 9, 5, 20};
    auto const expected = search_plainly(t);
    auto const result = run([&] { return search::maximise(t, coordination()); });
    ASSERT_TRUE(result);
    EXPECT_EQ(result.value, expected.largest) << "seed " << seed;
    EXPECT_EQ(t.objective(*result.node), expected.largest);
    EXPECT_EQ(result.bound, result.value);
    EXPECT_LT(result.stats.nodes, expected.nodes);
    EXPECT_GT(result.stats.prunes, 0u);

    struct loss : random_tree {  // the same tree with negative objectives
      double objective(node const& n) const { return -0.5 * n.gain; }
      double bound(node const& n) const { return -0.5 * random_tree::bound(n); }
    };
    auto const least = run([&] { return search::minimise(loss{t}, coordination()); });
    ASSERT_TRUE(least);
    EXPECT_EQ(least.value, -0.5 * expected.largest);
  }
}

TEST_P(search_of, an_optimum_that_is_the_last_leaf) {
  auto const result = run([&] { return search::maximise(last_leaf{}, coordination()); });
  ASSERT_TRUE(result);
  EXPECT_EQ(result.value, 1);
  EXPECT_EQ(result.node->index, last_leaf{}.leaves() - 1);
}

TEST_P(search_of, an_optimum_that_is_the_root) {
  struct best_first : random_tree {
    int objective(node const& n) const { return 1000 - n.depth; }
    int bound(node const& n) const { return objective(n); }
  };
  auto const result = run([&] { return search::maximise(best_first{{3}}, coordination()); });
  ASSERT_TRUE(result);
  EXPECT_EQ(result.value, 1000);
  EXPECT_EQ(result.node->depth, 0);
}

TEST_P(search_of, a_start_that_nothing_beats) {
  random_tree const t{5};
  int const largest = search_plainly(t).largest;
  EXPECT_FALSE(run([&] { return search::maximise(t, coordination(), {}, largest); }));
  auto const result = run([&] { return search::maximise(t, coordination(), {}, largest - 1); });
  ASSERT_TRUE(result);
  EXPECT_EQ(result.value, largest);
}

TEST_P(search_of, several_searches_at_once) {
  run([&] {
    skua::finish([&] {
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        skua::spawn([this, seed] {
          random_tree const t{seed, 7, 5, 9};
          auto const expected = search_plainly(t);
          EXPECT_EQ(search::enumerate(t, coordination()).value, expected.nodes);
          EXPECT_EQ(search::maximise(t, coordination()).value, expected.largest);
        });
      }
    });
  });
}

TEST_P(search_of, stopped_from_outside) {
  struct endless {
    struct node {
      std::uint64_t path = 1;
    };
    struct children_t {
      std::uint64_t path;
      int children_left = 2;
      bool next(node& to) {
        if (children_left == 0) return false;
        to.path = mixed(path + static_cast<std::uint64_t>(children_left--));
        return true;
      }
    };
    node root() const { return {}; }
    children_t children(node const& n) const { return {n.path}; }
    int objective(node const& n) const { return static_cast<int>(n.path >> 40); }
  };
  static std::atomic<bool> stop;
  stop = false;
  std::thread stopper([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stop = true;
  });
  auto const result = run([&] {
    return search::maximise(endless{}, coordination(),
                            search::options{.depth_limit = 60, .time_limit = std::chrono::seconds(20), .stop = &stop});
  });
  stopper.join();
  EXPECT_FALSE(result.complete);
  EXPECT_LT(result.share, 1);
}

}  // namespace
