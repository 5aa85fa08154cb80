// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a search stops, what it returns then, and what its nodes learn about the incumbent.
#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "trees.hpp"

namespace {

using namespace search_test;

TEST(search_limits, one_worker_stops_at_the_node) {
  random_tree const t{51, 9, 7, 9};
  for (std::uint64_t const limit : {1u, 2u, 100u, 5000u}) {
    for (search::coordination const& coordination :
         {search::coordination(search::sequential{}), search::coordination(search::automatic{})}) {
      search::options o;
      o.node_limit = limit;
      o.keep_open = true;
      auto const r = run_on(1, [&] { return search::enumerate(t, coordination, o); });
      EXPECT_FALSE(r.complete);
      EXPECT_EQ(r.stats.nodes, limit) << coordination.text();
      EXPECT_FALSE(r.open.empty());
    }
  }
}

TEST(search_limits, two_workers_stop_soon_after_it) {
  random_tree const t{51, 12, 7, 9};
  search::options o;
  o.node_limit = 20'000;
  auto const r = run_on(2, [&] { return search::enumerate(t, {}, o); });
  EXPECT_FALSE(r.complete);
  EXPECT_GE(r.stats.nodes, o.node_limit);
  EXPECT_LE(r.stats.nodes, 2 * o.node_limit);
  EXPECT_TRUE(r.open.empty()) << "nobody asked for them";
}

TEST(search_limits, a_limit_of_all_nodes_cuts_nothing) {
  random_tree const t{51, 7, 6, 9};
  search::options o;
  o.keep_open = true;
  o.node_limit = search_plainly(t).nodes;
  for (search::coordination const& coordination : coordinations()) {
    for (int const workers : {1, 2}) {
      auto const r = run_on(workers, [&] { return search::enumerate(t, coordination, o); });
      EXPECT_TRUE(r.complete) << coordination.text() << ", " << workers << " workers";
      EXPECT_EQ(r.value, o.node_limit);
      EXPECT_EQ(r.share, 1);
    }
  }
}

TEST(search_limits, nodes_below_the_depth_limit_are_not_opened_either) {
  random_tree const t{51, 9, 7, 9};
  search::options o;
  o.keep_open = true;
  o.node_limit = 1000;
  auto const part = run_on(1, [&] { return search::enumerate(t, search::sequential{}, o); });
  ASSERT_FALSE(part.complete);
  auto const deeper = std::ranges::count_if(part.open, [](auto const& n) { return n.depth > 2; });
  ASSERT_GT(deeper, 0);
  for (search::coordination const& coordination : coordinations()) {
    search::resume<random_tree> const rest{part.open};
    auto const r = run_on(2, [&] { return search::enumerate(t, coordination, {.depth_limit = 1}, rest); });
    EXPECT_TRUE(r.complete);
    EXPECT_EQ(r.value, part.open.size()) << coordination.text();
  }
}

TEST(search_limits, a_search_that_is_interrupted_again_and_again_has_few_open_nodes) {
  random_tree const t{51, 12, 7, 9};
  for (search::coordination const& coordination : coordinations()) {
    if (coordination.by_discrepancy()) continue;
    for (int const workers : {1, 2}) {
      run_on(workers, [&] {
        search::options const o{.node_limit = 1000, .keep_open = true};
        search::resume<random_tree> from;
        std::size_t most_before = 0, most = 0;
        for (int part = 0; part < 200; ++part) {
          auto r = search::enumerate(t, coordination, o, from);
          ASSERT_FALSE(r.complete);
          auto& largest = part < 20 ? most_before : most;
          largest = std::max(largest, r.open.size());
          from = search::resume<random_tree>{std::move(r.open)};
        }
        EXPECT_LE(most, 4 * most_before) << coordination.text() << ", " << workers << " workers";
      });
    }
  }
}

/// A node is a number; the children of n are 2n and 2n + 1.
struct binary {
  std::int64_t below = 1 << 20;

  struct node {
    std::int64_t number = 1;
  };
  struct children_t {
    std::int64_t next_one, children_left;
    bool next(node& to) {
      if (children_left == 0) return false;
      --children_left;
      to.number = next_one++;
      return true;
    }
  };
  node root() const { return {}; }
  children_t children(node const& n) const { return {2 * n.number, 2 * n.number < below ? 2 : 0}; }
  std::int64_t objective(node const& n) const { return n.number; }
};

TEST(search_limits, a_decision_ends_with_the_node_that_was_looked_for) {
  // The search visits the numbers 1, 2, 4, … first.
  auto const r = run_on(1, [] { return search::decide(binary{}, 1024, search::sequential{}); });
  ASSERT_TRUE(r.node);
  EXPECT_TRUE(r.complete);
  EXPECT_EQ(r.node->number, 1024);
  EXPECT_EQ(r.stats.nodes, 11u);
  EXPECT_EQ(r.stats.improvements, 1u);
  EXPECT_TRUE(r.open.empty());
}

/// The k-th child of a node gains less the larger k is. So the bounds prune exactly once a good
/// leaf is known.
struct sharp {
  static constexpr std::int32_t height = 6, width = 8;

  struct node {
    std::int32_t depth = 0, gain = 0;
  };
  std::vector<node> children(node const& n) const {
    std::vector<node> result;
    for (std::int32_t k = 0; k < width && n.depth < height; ++k) result.push_back({n.depth + 1, n.gain + width - k});
    return result;
  }
  node root() const { return {}; }
  std::int32_t objective(node const& n) const { return n.depth == height ? n.gain : 0; }
  std::int32_t bound(node const& n) const { return n.gain + (height - n.depth) * width; }
};

TEST(search_limits, handed_back_nodes_are_not_prunable) {
  search::options o;
  o.keep_open = true;
  o.node_limit = 4;
  auto const early = run_on(1, [&] { return search::maximise(sharp{}, search::sequential{}, o); });
  EXPECT_FALSE(early.complete);
  EXPECT_EQ(early.open.size(), 4 * 7 + 1u) << "all siblings on the way, and the one that was next";
  EXPECT_EQ(early.bound, sharp::height * sharp::width);
  o.node_limit = 7;  // the first leaf is the best one: no open node can beat it
  auto const proved = run_on(1, [&] { return search::maximise(sharp{}, search::sequential{}, o); });
  EXPECT_TRUE(proved.complete);
  EXPECT_TRUE(proved.open.empty());
  EXPECT_EQ(proved.bound, proved.value);
  EXPECT_EQ(proved.stats.prunes, 6 * 7u);
}

/// Makes only the children that pass its bound.
struct guided : sharp {
  static inline std::atomic<std::int32_t> best_seen{-1};

  std::vector<node> children(node const& n, std::int32_t best) const {
    best_seen = std::max(best_seen.load(), best);
    auto result = sharp::children(n);
    std::erase_if(result, [&](node const& c) { return bound(c) <= best; });
    return result;
  }
};

TEST(search_limits, children_may_know_the_incumbent) {
  guided::best_seen = -1;
  auto const plain = run_on(1, [] { return search::maximise(sharp{}, search::sequential{}); });
  auto const r = run_on(1, [] { return search::maximise(guided{}, search::sequential{}, {}, 47); });
  EXPECT_EQ(r.value, plain.value);
  EXPECT_EQ(r.stats.nodes, 7u) << "with 47 known only the best leaf is of interest";
  EXPECT_EQ(guided::best_seen, 48) << "the best leaf is opened, too";
  for (search::coordination const& coordination : coordinations()) {
    EXPECT_EQ(run_on(2, [&] { return search::maximise(guided{}, coordination); }).value, plain.value)
        << coordination.text();
  }
}

TEST(search_limits, an_observer_is_told_the_incumbent) {
  std::optional<double> last;
  search::options o;
  o.observe_every = std::chrono::milliseconds(1);
  o.observer = [&](search::progress const& p) {
    if (!p.incumbent) return;
    if (last) {
      EXPECT_GE(*p.incumbent, *last);
    }
    last = p.incumbent;
  };
  auto const r = run_on(2, [&] { return search::maximise(binary{1 << 22}, {}, o); });
  EXPECT_EQ(r.value, (1 << 22) - 1);
  ASSERT_TRUE(last);
  EXPECT_LE(*last, static_cast<double>(r.value));
}

}  // namespace
