// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every coordination, on one place and on several: optima.
#include <atomic>
#include <chrono>
#include <thread>

#include "trees.hpp"

namespace {

using namespace search_test;

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
  static std::atomic<bool> stop;
  stop = false;
  std::thread stopper([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stop = true;
  });
  auto const result = run([&] {
    return search::maximise(random_tree{41, 60, 6, 9}, coordination(),
                            search::options{.time_limit = std::chrono::seconds(20), .stop = &stop});
  });
  stopper.join();
  EXPECT_FALSE(result.complete);
  EXPECT_LT(result.share, 1);
}

}  // namespace
