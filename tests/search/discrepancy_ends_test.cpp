// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An ordered search by discrepancy that ends early: through a bound of earlier siblings, a limit,
// a cancellation.
#include <algorithm>
#include <atomic>
#include <vector>

#include "trees.hpp"

namespace {

using namespace search_test;

/// The bounds of siblings never rise, so the search skips the later siblings of a pruned node. A
/// leaf is worth less than its bound by a random amount, so the best leaf is not the first.
struct falling {
  static constexpr bool prune_level = true;
  static constexpr std::int32_t width = 5, height = 6;
  std::uint64_t seed = 1;

  struct node {
    std::uint64_t path = 0;
    std::int32_t depth = 0, gain = 0;
  };
  node root() const { return {mixed(seed), 0, 0}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> result;
    auto const k = n.depth == 0 ? width : static_cast<std::int32_t>(mixed(n.path) % (width + 1));
    for (std::int32_t i = 0; n.depth < height && i < k; ++i) {
      result.push_back({mixed(n.path + static_cast<std::uint64_t>(i)), n.depth + 1, n.gain + 2 * (width - i)});
    }
    return result;
  }
  std::int32_t objective(node const& n) const { return n.gain - static_cast<std::int32_t>(mixed(n.path) % 20); }
  std::int32_t bound(node const& n) const { return n.gain + 2 * width * (height - n.depth); }

  std::int32_t largest(node const& n) const {
    std::int32_t best = objective(n);
    for (auto const& c : children(n)) best = std::max(best, largest(c));
    return best;
  }
};

TEST(search_discrepancy, pruned_children_prune_later_siblings_in_the_order_of_the_problem) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    falling const t{seed};
    auto const largest = t.largest(t.root());
    auto const plain = run_on(1, [&] { return search::maximise(t, search::sequential{}); });
    ASSERT_EQ(plain.value, largest);
    // If the optimum is known, pruning does not depend on the order.
    auto const proof = run_on(1, [&] { return search::maximise(t, search::sequential{}, {}, largest); });
    EXPECT_FALSE(proof);
    for (int const depth : {0, 1, 2, 4, 9}) {
      auto const in_order = run_on(1, [&] { return search::maximise(t, search::ordered{depth}); });
      EXPECT_EQ(in_order.value, largest);
      EXPECT_EQ(in_order.stats.nodes, plain.stats.nodes) << "seed " << seed << ", depth " << depth;
      EXPECT_EQ(in_order.stats.prunes, plain.stats.prunes);
      for (int const workers : {1, 2}) {
        for (bool const by_discrepancy : {false, true}) {
          search::ordered const coordination{depth, by_discrepancy};
          EXPECT_EQ(run_on(workers, [&] { return search::maximise(t, coordination); }).value, largest)
              << "seed " << seed << ", depth " << depth;
          auto const again = run_on(workers, [&] { return search::maximise(t, coordination, {}, largest); });
          EXPECT_FALSE(again);
          EXPECT_EQ(again.stats.nodes, proof.stats.nodes) << "seed " << seed << ", depth " << depth;
          EXPECT_EQ(again.stats.prunes, proof.stats.prunes);
        }
      }
    }
  }
}

std::uint64_t size_of(random_tree const& t, std::vector<search::open_node<random_tree::node>> const& open) {
  plain_answer a;
  for (auto const& n : open) search_plainly(t, n.node, a);
  return a.nodes;
}

TEST(search_discrepancy, after_a_stop_nothing_above_the_parts_is_looked_at) {
  random_tree const t{61, 9, 5, 9};
  search::options o;
  o.keep_open = true;
  o.node_limit = 12;
  auto const first = run_on(1, [&] { return search::enumerate(t, search::sequential{}, o); });
  ASSERT_GT(first.open.size(), 10u);
  o.node_limit = 3;
  for (bool const by_discrepancy : {false, true}) {
    search::resume<random_tree> const rest{first.open};
    auto const r = run_on(1, [&] { return search::enumerate(t, search::ordered{20, by_discrepancy}, o, rest); });
    EXPECT_EQ(r.stats.nodes, 3u) << by_discrepancy;
    EXPECT_EQ(first.value + r.value + size_of(t, r.open), search_plainly(t).nodes);
  }
}

/// The first child of the root has a million leaves. A worker waits after it has made the first
/// thousand.
struct wide {
  // So many that the search does not list the children to compute the weight of each.
  static constexpr int choices = 5000;
  static constexpr int leaves = 1'000'000;
  static inline std::atomic<int> leaf_count;

  struct node {
    std::int32_t depth = 0, index = 0;
  };
  struct children_t {
    std::int32_t depth, index, end;
    bool next(node& to) {
      if (index == end) return false;
      to = {depth, index++};
      if (depth == 2 && ++leaf_count == 1000) {
        while (!skua::cancelled()) skua::yield();
      }
      return true;
    }
  };
  node root() const { return {}; }
  children_t children(node const& n) const {
    return {n.depth + 1, 0, n.depth == 0 ? choices : n.depth == 1 && n.index == 0 ? leaves : 0};
  }
};

TEST(search_discrepancy, a_cancelled_search_makes_no_more_parts) {
  for (bool const by_discrepancy : {false, true}) {
    wide::leaf_count = 0;
    run_on(2, [&] {
      skua::finish([&] {
        skua::spawn([&] {
          EXPECT_THROW((void)search::enumerate(wide{}, search::ordered{2, by_discrepancy}), skua::cancelled_error);
        });
        while (wide::leaf_count < 1000) skua::yield();
        skua::cancel();
      });
    });
    EXPECT_LT(wide::leaf_count, 100'000) << by_discrepancy;
  }
}

}  // namespace
