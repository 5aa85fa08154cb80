// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which nodes are looked at, what is given away, and what an observer is told.
#include <algorithm>
#include <mutex>

#include "paths_tree.hpp"
#include "trees.hpp"

namespace {

using namespace search_test;

/// Records every node in the order of the search.
struct witnessed : random_tree {
  static inline std::mutex lock;
  static inline std::vector<std::uint64_t> visited;

  std::uint64_t value(node const& n) const {
    std::lock_guard const g(lock);
    visited.push_back(n.path);
    return 1;
  }
};

std::vector<std::uint64_t> order_of(witnessed const& t, search::coordination coordination, int workers) {
  for (int attempt = 1;; ++attempt) {
    witnessed::visited.clear();
    skua::runtime job{{.workers = workers}};
    auto const result = job.run([&] { return search::enumerate(t, coordination); });
    // Even one worker is not always alone: a spare worker may have started before the worker woke
    // up, and may have requested work.
    bool const alone = workers > 1 || !coordination.on_demand() || result.stats.cuts == 0;
    if (alone || attempt == 20) return witnessed::visited;
  }
}

TEST(search_order, one_worker_looks_at_nodes_in_the_order_of_the_sequential_search) {
  witnessed const t{{3, 7, 5, 9}};
  auto const expected = order_of(t, search::sequential{}, 1);
  EXPECT_EQ(expected.size(), search_plainly(t).nodes);
  for (auto const& coordination : coordinations()) {
    // A budget gives away the nodes that would come next
    if (coordination.what() == search::coordination::kind::budget) continue;
    auto visited = order_of(t, coordination, 1);
    if (coordination.what() == search::coordination::kind::ordered) {
      // First the nodes above the depth; then the parts below it in their order.
      std::vector<std::uint64_t> above;
      for (auto const path : visited) {
        if (above.size() < visited.size() && std::find(expected.begin(), expected.end(), path) != expected.end())
          above.push_back(path);
      }
      EXPECT_EQ(above.size(), expected.size()) << coordination.text();
      continue;
    }
    EXPECT_EQ(visited, expected) << coordination.text();
  }
}

TEST(search_order, ordered_claims_its_parts_from_the_left) {
  witnessed const t{{5, 7, 5, 9}};
  int const depth = 2;
  std::vector<std::uint64_t> expected;  // the nodes of that depth, from left to right
  auto const collect = [&](auto const& self, random_tree::node const& n) -> void {
    if (n.depth == depth) return expected.push_back(n.path);
    for (std::int32_t i = 0; i < t.degree(n); ++i) self(self, t.child(n, i));
  };
  collect(collect, t.root());
  ASSERT_GT(expected.size(), 8u);
  auto const rank = [&](std::uint64_t path) {
    return std::find(expected.begin(), expected.end(), path) - expected.begin();
  };
  for (int const workers : {1, 2, 4}) {
    std::vector<std::ptrdiff_t> ranks;
    for (auto const path : order_of(t, search::ordered{depth}, workers)) {
      if (auto const r = rank(path); r < static_cast<std::ptrdiff_t>(expected.size())) ranks.push_back(r);
    }
    ASSERT_EQ(ranks.size(), expected.size());
    // A worker that has claimed a part may be late in searching it, but no worker claims from the
    // other end.
    for (std::size_t i = 0; workers == 1 && i < ranks.size(); ++i) EXPECT_EQ(ranks[i], static_cast<std::ptrdiff_t>(i));
    EXPECT_LT(ranks.front(), workers);
  }
}

/// More places than the home has children: place 1 sends the requests of its workers, of place 17
/// and of those after it.
TEST(search_order, ordered_searches_every_part_once_if_requests_are_sent_together) {
  skua::options o{.workers = 2};
  o.places = 20;
  o.transport = "inproc";
  skua::runtime job{o};
  job.run([] {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      random_tree const tree{seed, 6, 9, 9};
      auto const expected = search_plainly(tree);
      auto const result = search::enumerate(tree, search::ordered{3});
      EXPECT_EQ(result.value, expected.nodes);
      EXPECT_EQ(result.stats.nodes, expected.nodes);
      EXPECT_EQ(search::maximise(tree, search::ordered{2, seed % 2 == 0}).value, expected.largest);
    }
  });
}

TEST(search_order, an_ordered_search_looks_at_hardly_more_nodes_than_the_sequential_one) {
  random_tree const t{77, 12, 5, 9};
  auto const nodes_of = [&](search::coordination coordination, int workers) {
    skua::runtime job{{.workers = workers}};
    return static_cast<double>(job.run([&] { return search::maximise(t, coordination).stats.nodes; }));
  };
  double const nodes = nodes_of(search::sequential{}, 1);
  EXPECT_LE(nodes_of(search::ordered{3}, 1), nodes);
  // If the operating system stops a worker that holds an early part, the other workers miss its
  // incumbent. The search then looks at 1.3 times as many nodes.
  EXPECT_LE(nodes_of(search::ordered{3}, 2), 1.5 * nodes);
}

/// A budget gives away nodes of the shallowest level that has any.
TEST(search_order, a_budget_gives_away_the_shallowest_nodes) {
  // A worker that cuts must give away children of the root as long as there are any. Then every
  // task but the first starts at depth 1.
  skua::runtime job{{.workers = 1}};
  auto const result = job.run([] { return search::enumerate(paths_tree{}, search::budget{50}); });
  EXPECT_EQ(result.value, 1u + 40u * 200u);
  EXPECT_EQ(result.stats.cuts, 1u) << "one cut gives all of them away; a path has nothing to give";
  EXPECT_EQ(result.stats.tasks, 40u);
}

TEST(search_order, prunable_children_are_not_given_away) {
  struct prunable_tree : random_tree {
    int objective(node const& n) const { return n.depth == 0 ? 100 : 0; }
    int bound(node const& n) const { return n.depth == 0 ? 100 : 1; }
  };
  prunable_tree const t{{3}};
  skua::runtime job{{.workers = 1}};
  auto const result = job.run([&] { return search::maximise(t, search::depth_bounded{5}); });
  EXPECT_EQ(result.stats.tasks, 1u);
  EXPECT_EQ(result.stats.nodes, 1u + static_cast<std::uint64_t>(t.most_children));
  EXPECT_EQ(result.stats.prunes, static_cast<std::uint64_t>(t.most_children));
}

TEST(search_order, an_observer_sees_a_share_that_grows) {
  random_tree const t{51, 11, 7, 9};
  std::vector<search::progress> reports;
  skua::runtime job{{.workers = 2}};
  search::options o;
  o.observer = [&](search::progress const& p) { reports.push_back(p); };
  o.observe_every = std::chrono::milliseconds(1);
  auto const result = job.run([&] { return search::enumerate(t, {}, o); });
  EXPECT_EQ(result.share, 1);
  for (std::size_t i = 1; i < reports.size(); ++i) {
    EXPECT_GE(reports[i].share, reports[i - 1].share);
    EXPECT_GE(reports[i].nodes, reports[i - 1].nodes);
    EXPECT_LT(reports[i].share, 1);
  }
}

/// Paths of which the 31st, when it begins, reads the list of the searches.
struct listed_paths : paths_tree {
  static inline std::vector<search::detail::search_sample> samples;
  static inline int opened;

  children_t children(node const& n) const {
    if (++opened == 6001) samples = search::detail::running_searches();
    return paths_tree::children(n);
  }
};

TEST(search_order, a_search_is_listed_with_its_share) {
  listed_paths::opened = 0;
  (void)run_on(1, [] { return search::enumerate(listed_paths{}, search::sequential{}); });
  ASSERT_EQ(listed_paths::samples.size(), 1u);
  EXPECT_GT(listed_paths::samples.front().share, 0.2);
  EXPECT_LT(listed_paths::samples.front().share, 0.8);
  EXPECT_TRUE(search::detail::running_searches().empty());
}

TEST(search_order, the_names_of_coordinations) {
  using search::coordination;
  for (auto const* name : {"sequential", "depth_bounded", "budget", "stack_stealing", "ordered", "automatic"}) {
    EXPECT_EQ(coordination::named(name).text().substr(0, std::string(name).size()), name);
  }
  try {
    (void)coordination::named("best");
    FAIL();
  } catch (skua::error const& e) {
    EXPECT_STREQ(e.what(),
                 "unknown coordination 'best': expected sequential, depth_bounded, budget, stack_stealing, ordered or "
                 "automatic");
  }
}

}  // namespace
