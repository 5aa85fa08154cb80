// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Budgets in backtracks: with one worker, when a task cuts and what it gives away follow from the
// tree alone. A plain search that counts its backtracks one by one says what must happen.
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "paths_tree.hpp"
#include "trees.hpp"

namespace {

using namespace search_test;

TEST(search_budget, a_task_cuts_at_the_first_node_beyond_its_budget) {
  paths_tree const t;
  for (std::int64_t const n : {1, 199, 200, 201, 999, 1001, 1002, 7999, 1'000'000}) {
    auto const paths_walked = 1 + (n - 1) / t.length;
    auto const tasks_given = std::max<std::int64_t>(0, t.paths - paths_walked);
    auto const r = run_on(1, [&] { return search::enumerate(t, search::budget{static_cast<std::uint64_t>(n)}); });
    EXPECT_EQ(r.stats.tasks, static_cast<std::uint64_t>(1 + tasks_given)) << n;
  }
}

struct work {
  std::uint64_t nodes = 0, opened = 0, tasks = 0, cuts = 0;
};

/// Enumerates the tree as one worker must: a task that has made n backtracks gives the nodes left
/// at the shallowest level away, and counts from zero.
work counted_plainly(random_tree const& t, std::uint64_t n, int depth_limit) {
  using nodes = std::vector<random_tree::node>;
  work w;
  nodes roots{t.root()};
  while (!roots.empty()) {
    std::vector<nodes> levels{{roots.back()}};  // the next child of a level is its last one
    roots.pop_back();
    ++w.tasks;
    for (std::uint64_t backtracks = 0; !levels.empty();) {
      if (levels.back().empty()) {
        levels.pop_back();
        ++backtracks;
        continue;
      }
      auto const child = levels.back().back();
      levels.back().pop_back();
      if (backtracks >= n) {
        auto const shallowest = std::find_if(levels.begin(), levels.end(), [](nodes const& l) { return !l.empty(); });
        if (shallowest != levels.end()) {
          ++w.cuts;
          roots.insert(roots.end(), shallowest->begin(), shallowest->end());
          shallowest->clear();
        }
        backtracks = 0;
      }
      ++w.nodes;
      if (child.depth == depth_limit) continue;
      ++w.opened;
      nodes children;
      for (std::int32_t i = t.degree(child); i-- > 0;) children.push_back(t.child(child, i));
      levels.push_back(std::move(children));
    }
  }
  return w;
}

TEST(search_budget, cuts_and_tasks_are_those_of_a_search_that_counts_its_backtracks) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    random_tree const t{seed, 9, 5, 9};
    for (int const depth_limit : {-1, 6}) {
      for (std::uint64_t const n : {1u, 2u, 3u, 10u, 77u, 1000u}) {
        search::options o;
        o.depth_limit = depth_limit;
        auto const r = run_on(1, [&] { return search::enumerate(t, search::backtrack_budget{n}, o); });
        auto const expected = counted_plainly(t, n, depth_limit);
        auto const where = "seed " + std::to_string(seed) + ", " + std::to_string(n) + " backtracks, depth limit " +
                           std::to_string(depth_limit);
        EXPECT_EQ(r.stats.nodes, expected.nodes) << where;
        EXPECT_EQ(r.stats.backtracks, expected.opened) << where;
        EXPECT_EQ(r.stats.tasks, expected.tasks) << where;
        EXPECT_EQ(r.stats.cuts, expected.cuts) << where;
      }
    }
  }
}

/// Counts the nodes that were opened.
struct counted_tree : random_tree {
  static inline std::atomic<std::uint64_t> opened{0};

  children_t children(node const& n) const {
    opened.fetch_add(1, std::memory_order_relaxed);  // relaxed: read after the search
    return random_tree::children(n);
  }
};

TEST(search_budget, every_node_that_was_opened_is_counted) {
  // Some nodes are pruned when they are about to be given away, which is not in the engine's loop.
  counted_tree const t{{77, 11, 5, 9}};
  for (auto const& coordination : coordinations()) {
    for (int const workers : {1, 2}) {
      counted_tree::opened = 0;
      auto const r = run_on(workers, [&] { return search::maximise(t, coordination); });
      EXPECT_EQ(r.stats.backtracks, counted_tree::opened) << coordination.text() << ", " << workers << " workers";
      EXPECT_EQ(r.stats.nodes, r.stats.backtracks + r.stats.prunes) << coordination.text();
    }
  }
}

TEST(search_budget, a_budget_has_one_unit) {
  search::coordination const nodes = search::budget{7};
  search::coordination const backtracks = search::backtrack_budget{7};
  EXPECT_EQ(nodes.text(), "budget, 7 nodes");
  EXPECT_EQ(nodes.backtracks(), 0u);
  EXPECT_EQ(backtracks.text(), "budget, 7 backtracks");
  EXPECT_EQ(backtracks.what(), search::coordination::kind::budget);
  EXPECT_EQ(backtracks.backtracks(), 7u);
  EXPECT_EQ(backtracks.with_budget(5).text(), "budget, 5 nodes");
  EXPECT_EQ(nodes.with_backtrack_budget(5).text(), "budget, 5 backtracks");
  EXPECT_EQ(search::coordination(search::backtrack_budget{0}).text(), "budget, 1 backtracks");
  EXPECT_EQ(nodes.with_backtrack_budget(0).text(), "budget, 1 backtracks");
  EXPECT_EQ(search::coordination(search::backtrack_budget{}).text(), "budget, 1000000 backtracks");
}

}  // namespace
