// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of an ordered search: the order by discrepancy, and the parts that an incumbent prunes in
// between.
#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

#include "trees.hpp"

namespace {

using namespace search_test;

/// The digits of a node are the choices that lead to it, from 1. Records the nodes in the order of
/// the search.
struct digits {
  static constexpr std::int32_t width = 3, height = 3;
  static inline std::mutex lock;
  static inline std::vector<std::int64_t> visited;

  struct node {
    std::int64_t number = 0;
    std::int32_t depth = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> result;
    for (std::int32_t i = 1; n.depth < height && i <= width; ++i) result.push_back({10 * n.number + i, n.depth + 1});
    return result;
  }
  std::int64_t value(node const& n) const {
    std::lock_guard const g(lock);
    visited.push_back(n.number);
    return 1;
  }
};

TEST(search_discrepancy, parts_come_by_the_sum_of_the_positions_of_their_choices) {
  digits::visited.clear();
  auto const r = run_on(1, [] { return search::enumerate(digits{}, search::ordered{2, true}); });
  std::vector<std::int64_t> expected{0, 1, 2, 3};
  for (int const part : {11, 12, 21, 13, 22, 31, 23, 32, 33}) {
    expected.push_back(part);
    for (int i = 1; i <= 3; ++i) expected.push_back(10 * part + i);
  }
  EXPECT_EQ(digits::visited, expected);
  EXPECT_EQ(r.stats.tasks, 9u);
  EXPECT_EQ(r.share, 1);
}

/// The nodes of one depth from left to right, each with its discrepancy.
struct ranked {
  std::int64_t discrepancy;
  std::size_t position;
  std::uint64_t path;
};
void collect(random_tree const& t, random_tree::node const& n, std::int32_t depth, std::int64_t discrepancy,
             std::vector<ranked>& to) {
  if (n.depth == depth) return to.push_back({discrepancy, to.size(), n.path});
  for (std::int32_t i = 0; i < t.degree(n); ++i) collect(t, t.child(n, i), depth, discrepancy + i, to);
}

struct witnessed : random_tree {
  static inline std::mutex lock;
  static inline std::vector<std::uint64_t> visited;

  std::uint64_t value(node const& n) const {
    std::lock_guard const g(lock);
    if (n.depth == 3) visited.push_back(n.path);
    return 1;
  }
};

TEST(search_discrepancy, equal_discrepancies_come_from_left_to_right) {
  witnessed const t{{5, 7, 5, 9}};
  std::vector<ranked> expected;
  collect(t, t.root(), 3, 0, expected);
  std::sort(expected.begin(), expected.end(), [](ranked const& a, ranked const& b) {
    return std::pair(a.discrepancy, a.position) < std::pair(b.discrepancy, b.position);
  });
  ASSERT_GT(expected.size(), 25u);
  ASSERT_GT(static_cast<std::int64_t>(expected.size()), 2 * expected.back().discrepancy) << "too few ties";
  for (int const workers : {1, 2}) {
    witnessed::visited.clear();
    run_on(workers, [&] { return search::enumerate(t, search::ordered{3, true}); });
    ASSERT_EQ(witnessed::visited.size(), expected.size());
    for (std::size_t i = 0; workers == 1 && i < expected.size(); ++i)
      EXPECT_EQ(witnessed::visited[i], expected[i].path) << i;
    // A worker that has claimed a part may be late in searching it.
    EXPECT_TRUE(std::any_of(expected.begin(), expected.begin() + workers,
                            [](ranked const& r) { return r.path == witnessed::visited.front(); }));
  }
}

/// Digits with objectives: the bound of a node is 5, but 2 for 21 and for all nodes that begin with
/// 1.
struct judged : digits {
  std::int64_t objective(node const& n) const {
    if (n.depth == 2) (void)value(n);
    return 0;
  }
  std::int64_t bound(node const& n) const { return n.number == 21 || (n.depth > 0 && first_of(n) == 1) ? 2 : 5; }
  static std::int64_t first_of(node n) {
    while (n.number > 9) n.number /= 10;
    return n.number;
  }
};

TEST(search_discrepancy, siblings_that_were_pruned_count) {
  digits::visited.clear();
  auto const r = run_on(1, [] { return search::maximise(judged{}, search::ordered{2, true}, {}, 3); });
  EXPECT_FALSE(r);
  EXPECT_EQ(digits::visited, (std::vector<std::int64_t>{22, 31, 23, 32, 33}))
      << "without 21 its siblings would be before 31";
  EXPECT_EQ(r.stats.prunes, 2u) << "1 and 21";
  EXPECT_EQ(r.stats.tasks, 5u) << "21 is no part";
}

TEST(search_discrepancy, parts_that_were_handed_back_are_resumed_in_their_order) {
  digits::visited.clear();
  search::options o;
  o.keep_open = true;
  o.node_limit = 4 + 4;  // the nodes above the parts, and the first part
  auto const first = run_on(1, [&] { return search::enumerate(digits{}, search::ordered{2, true}, o); });
  ASSERT_FALSE(first.complete);
  digits::visited.clear();
  search::resume<digits> const rest{first.open};
  auto const r = run_on(1, [&] { return search::enumerate(digits{}, search::ordered{2, true}, {}, rest); });
  EXPECT_TRUE(r.complete);
  std::vector<std::int64_t> parts;
  std::copy_if(digits::visited.begin(), digits::visited.end(), std::back_inserter(parts),
               [](auto n) { return n > 10 && n < 100; });
  std::vector<std::int64_t> const expected{12, 21, 13, 22, 31, 23, 32, 33};
  ASSERT_GE(expected.size(), parts.size());
  EXPECT_TRUE(std::equal(parts.rbegin(), parts.rend(), expected.rbegin()));
  EXPECT_EQ(first.value + r.value, 1 + 3 + 9 + 27);
}

TEST(search_discrepancy, is_part_of_what_a_coordination_says_of_itself) {
  search::coordination const coordination = search::ordered{3, true};
  EXPECT_EQ(coordination.text(), "ordered, depth 3, by discrepancy");
  EXPECT_TRUE(coordination.by_discrepancy());
  EXPECT_EQ(coordination.in_discrepancy_order(false).text(), "ordered, depth 3");
  EXPECT_FALSE(search::coordination(search::ordered{}).by_discrepancy());
}

}  // namespace
