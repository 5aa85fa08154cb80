// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of an ordered search: the order by discrepancy, what an incumbent rules out on the way, and how such a search ends early.
#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "trees.hpp"

namespace {

using namespace search_test;

/// The digits of a node are the choices that lead to it, from 1. Writes down what is looked at.
struct digits {
  static constexpr std::int32_t width = 3, height = 3;
  static inline std::mutex lock;
  static inline std::vector<std::int64_t> seen;

  struct node {
    std::int64_t number = 0;
    std::int32_t depth = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> all;
    for (std::int32_t i = 1; n.depth < height && i <= width; ++i) all.push_back({10 * n.number + i, n.depth + 1});
    return all;
  }
  std::int64_t value(node const& n) const {
    std::lock_guard const g(lock);
    seen.push_back(n.number);
    return 1;
  }
};

TEST(search_discrepancy, parts_come_by_the_sum_of_the_positions_of_their_choices) {
  digits::seen.clear();
  auto const r = run_on(1, [] { return search::enumerate(digits{}, search::ordered{2, true}); });
  std::vector<std::int64_t> expected{0, 1, 2, 3};
  for (int const part : {11, 12, 21, 13, 22, 31, 23, 32, 33}) {
    expected.push_back(part);
    for (int i = 1; i <= 3; ++i) expected.push_back(10 * part + i);
  }
  EXPECT_EQ(digits::seen, expected);
  EXPECT_EQ(r.stats.tasks, 9u);
  EXPECT_EQ(r.share, 1);
}

/// The nodes of that depth from left to right, each with its discrepancy.
struct ranked {
  std::int64_t discrepancy;
  std::size_t position;
  std::uint64_t path;
};
void collect(random_tree const& t, random_tree::node const& n, std::int32_t depth, std::int64_t discrepancy, std::vector<ranked>& to) {
  if (n.depth == depth) return to.push_back({discrepancy, to.size(), n.path});
  for (std::int32_t i = 0; i < t.degree(n); ++i) collect(t, t.child(n, i), depth, discrepancy + i, to);
}

struct witnessed : random_tree {
  static inline std::mutex lock;
  static inline std::vector<std::uint64_t> seen;

  std::uint64_t value(node const& n) const {
    std::lock_guard const g(lock);
    if (n.depth == 3) seen.push_back(n.path);
    return 1;
  }
};

TEST(search_discrepancy, equally_many_departures_come_from_left_to_right) {
  witnessed const t{{5, 7, 5, 9}};
  std::vector<ranked> expected;
  collect(t, t.root(), 3, 0, expected);
  std::sort(expected.begin(), expected.end(),
            [](ranked const& a, ranked const& b) { return std::pair(a.discrepancy, a.position) < std::pair(b.discrepancy, b.position); });
  ASSERT_GT(expected.size(), 25u);
  ASSERT_GT(static_cast<std::int64_t>(expected.size()), 2 * expected.back().discrepancy) << "too few ties";
  for (int const workers : {1, 2}) {
    witnessed::seen.clear();
    run_on(workers, [&] { return search::enumerate(t, search::ordered{3, true}); });
    ASSERT_EQ(witnessed::seen.size(), expected.size());
    for (std::size_t i = 0; workers == 1 && i < expected.size(); ++i) EXPECT_EQ(witnessed::seen[i], expected[i].path) << i;
    // Whoever has claimed a part may be late in looking at it.
    EXPECT_TRUE(std::any_of(expected.begin(), expected.begin() + workers, [](ranked const& r) { return r.path == witnessed::seen.front(); }));
  }
}

/// Digits with worth: everything may be worth 5, but what begins with 1 or is 21 is worth 2 at most.
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
  digits::seen.clear();
  auto const r = run_on(1, [] { return search::maximise(judged{}, search::ordered{2, true}, {}, 3); });
  EXPECT_FALSE(r);
  EXPECT_EQ(digits::seen, (std::vector<std::int64_t>{22, 31, 23, 32, 33})) << "without 21 its siblings would be before 31";
  EXPECT_EQ(r.stats.prunes, 2u) << "1 and 21";
  EXPECT_EQ(r.stats.tasks, 5u) << "21 is no part";
}

/// The first choice of the root is a bad one: the only good leaf is below its third child, at the end of first choices.
struct misleading {
  static constexpr std::int32_t width = 20, height = 4;
  std::int64_t good = 2 * width * width * width;

  struct node {
    std::int64_t number = 0;
    std::int32_t depth = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> all;
    for (std::int32_t i = 0; n.depth < height && i < width; ++i) all.push_back({n.number * width + i, n.depth + 1});
    return all;
  }
  std::int64_t objective(node const& n) const { return n.depth == height && n.number == good ? 100 : n.number % 7; }
  std::int64_t bound(node const& n) const { return n.depth == height ? objective(n) : 100; }
};

TEST(search_discrepancy, finds_early_what_the_first_choice_leads_away_from) {
  auto const decide = [](bool by_discrepancy) {
    return run_on(1, [&] { return search::decide(misleading{}, 100, search::ordered{2, by_discrepancy}); });
  };
  auto const late = decide(false);
  auto const early = decide(true);
  EXPECT_EQ(late.node->number, misleading{}.good);
  EXPECT_EQ(early.node->number, misleading{}.good);
  constexpr std::uint64_t part = 1 + 20 + 400;
  EXPECT_EQ(late.stats.nodes, 1 + 3 + 40 * part + 3) << "all that is below the first two choices";
  EXPECT_EQ(early.stats.nodes, 1 + 20 + 5 * part + 3) << "00, 01, 10, 02, 11";

  // A bound that an incumbent of 100 rules out leaves of the other parts no more than their roots, which nobody gets.
  struct sharp : misleading {
    std::int64_t bound(node const& n) const { return n.depth < 1 ? 100 : 99; }
    std::int64_t objective(node const& n) const { return std::min(bound(n), misleading::objective(n)); }
  };
  auto const maximise = [](bool by_discrepancy, int workers) {
    return run_on(workers, [&] { return search::maximise(sharp{}, search::ordered{2, by_discrepancy}); });
  };
  for (int const workers : {1, 2}) {
    auto const r = maximise(true, workers);
    EXPECT_EQ(r.value, 99);
    EXPECT_TRUE(r.complete);
    EXPECT_EQ(r.share, 1);
    if (workers > 1) continue;
    EXPECT_LT(5 * r.stats.nodes, maximise(false, 1).stats.nodes);
    EXPECT_EQ(r.stats.tasks, 6u);
    EXPECT_EQ(r.stats.nodes - r.stats.prunes, 1 + 20 + 5 * part + 3);
  }
}

/// What a later sibling may reach is never more, and it is looked at no more once an earlier one has been pruned. What a leaf is
/// worth is less than its bound by chance, so the best one is not the first.
struct falling {
  static constexpr bool prune_level = true;
  static constexpr std::int32_t width = 5, height = 6;
  std::uint64_t seed = 1;

  struct node {
    std::uint64_t path = 0;
    std::int32_t depth = 0, gain = 0;
  };
  node root() const { return {mix(seed), 0, 0}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> all;
    auto const k = n.depth == 0 ? width : static_cast<std::int32_t>(mix(n.path) % (width + 1));
    for (std::int32_t i = 0; n.depth < height && i < k; ++i) {
      all.push_back({mix(n.path + static_cast<std::uint64_t>(i)), n.depth + 1, n.gain + 2 * (width - i)});
    }
    return all;
  }
  std::int32_t objective(node const& n) const { return n.gain - static_cast<std::int32_t>(mix(n.path) % 20); }
  std::int32_t bound(node const& n) const { return n.gain + 2 * width * (height - n.depth); }

  std::int32_t largest(node const& n) const {
    std::int32_t most = objective(n);
    for (auto const& c : children(n)) most = std::max(most, largest(c));
    return most;
  }
};

TEST(search_discrepancy, pruned_children_prune_later_siblings_in_the_order_of_the_problem) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    falling const t{seed};
    auto const largest = t.largest(t.root());
    auto const plain = run_on(1, [&] { return search::maximise(t, search::sequential{}); });
    ASSERT_EQ(plain.value, largest);
    // With the optimum known what is pruned does not depend on the order.
    auto const proof = run_on(1, [&] { return search::maximise(t, search::sequential{}, {}, largest); });
    EXPECT_FALSE(proof);
    for (int const depth : {0, 1, 2, 4, 9}) {
      auto const in_order = run_on(1, [&] { return search::maximise(t, search::ordered{depth}); });
      EXPECT_EQ(in_order.value, largest);
      EXPECT_EQ(in_order.stats.nodes, plain.stats.nodes) << "seed " << seed << ", depth " << depth;
      EXPECT_EQ(in_order.stats.prunes, plain.stats.prunes);
      for (int const workers : {1, 2}) {
        for (bool const by_discrepancy : {false, true}) {
          search::ordered const how{depth, by_discrepancy};
          EXPECT_EQ(run_on(workers, [&] { return search::maximise(t, how); }).value, largest) << "seed " << seed << ", depth " << depth;
          auto const again = run_on(workers, [&] { return search::maximise(t, how, {}, largest); });
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

TEST(search_discrepancy, a_limit_hands_back_what_nobody_has_claimed) {
  random_tree const t{61, 9, 5, 9};
  auto const all = search_plainly(t).nodes;
  search::options o;
  o.keep_open = true;
  for (int const workers : {1, 2}) {
    for (int const depth : {0, 2, 4, 7}) {
      for (std::uint64_t const limit : {1u, 2u, 7u, 60u, 1000u}) {
        o.node_limit = limit;
        auto const r = run_on(workers, [&] { return search::enumerate(t, search::ordered{depth, true}, o); });
        EXPECT_FALSE(r.complete);
        EXPECT_LT(r.share, 1);
        EXPECT_EQ(r.value, r.stats.nodes);
        EXPECT_EQ(r.value + size_of(t, r.open), all) << workers << " workers, depth " << depth << ", limit " << limit;
      }
    }
  }
}

TEST(search_discrepancy, parts_that_were_handed_back_are_resumed_in_their_order) {
  digits::seen.clear();
  search::options o;
  o.keep_open = true;
  o.node_limit = 4 + 4;  // the nodes above, and the first part
  auto const first = run_on(1, [&] { return search::enumerate(digits{}, search::ordered{2, true}, o); });
  ASSERT_FALSE(first.complete);
  digits::seen.clear();
  search::resume<digits> const rest{first.open};
  auto const r = run_on(1, [&] { return search::enumerate(digits{}, search::ordered{2, true}, {}, rest); });
  EXPECT_TRUE(r.complete);
  std::vector<std::int64_t> parts;
  std::copy_if(digits::seen.begin(), digits::seen.end(), std::back_inserter(parts), [](auto n) { return n > 10 && n < 100; });
  std::vector<std::int64_t> const expected{12, 21, 13, 22, 31, 23, 32, 33};
  ASSERT_GE(expected.size(), parts.size());
  EXPECT_TRUE(std::equal(parts.rbegin(), parts.rend(), expected.rbegin()));
  EXPECT_EQ(first.value + r.value, 1 + 3 + 9 + 27);
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

/// So many nodes of depth two may be opened.
struct explosive : random_tree {
  static inline std::atomic<int> left;

  children_t children(node const& n) const {
    if (n.depth == 2 && --left < 0) throw std::length_error("too many");
    return random_tree::children(n);
  }
};

TEST(search_discrepancy, what_children_throws_ends_the_search) {
  for (int const workers : {1, 2}) {
    for (int const depth : {1, 2, 3}) {  // below a part, as one, and on the way to them
      for (int const after : {0, 4}) {
        explosive::left = after;
        auto const search = [&] { return search::enumerate(explosive{{61, 6, 5, 9}}, search::ordered{depth, true}); };
        try {
          run_on(workers, search);
          FAIL() << workers << " workers, depth " << depth;
        } catch (std::length_error const&) {
        } catch (skua::task_errors const& several) {  // two tasks met it at the same time
          EXPECT_EQ(several.errors().size(), 2u);
        }
      }
    }
  }
}

/// The first child of the root has a million leaves. Somebody waits until a thousand of them have been made.
struct wide {
  static constexpr int choices = 5000;  // so many that their children are not listed to know how much each of them weighs
  static constexpr int leaves = 1'000'000;
  static inline std::atomic<int> made;

  struct node {
    std::int32_t depth = 0, index = 0;
  };
  struct children_t {
    std::int32_t depth, index, end;
    bool next(node& to) {
      if (index == end) return false;
      to = {depth, index++};
      if (depth == 2 && ++made == 1000) {
        while (!skua::cancelled()) skua::yield();
      }
      return true;
    }
  };
  node root() const { return {}; }
  children_t children(node const& n) const { return {n.depth + 1, 0, n.depth == 0 ? choices : n.depth == 1 && n.index == 0 ? leaves : 0}; }
};

TEST(search_discrepancy, a_cancelled_search_makes_no_more_parts) {
  for (bool const by_discrepancy : {false, true}) {
    wide::made = 0;
    run_on(2, [&] {
      skua::finish([&] {
        skua::spawn([&] { EXPECT_THROW((void)search::enumerate(wide{}, search::ordered{2, by_discrepancy}), skua::cancelled_error); });
        while (wide::made < 1000) skua::yield();
        skua::cancel();
      });
    });
    EXPECT_LT(wide::made, 100'000) << by_discrepancy;
  }
}

TEST(search_discrepancy, is_part_of_what_a_coordination_says_of_itself) {
  search::coordination const how = search::ordered{3, true};
  EXPECT_EQ(how.text(), "ordered, depth 3, by discrepancy");
  EXPECT_TRUE(how.by_discrepancy());
  EXPECT_EQ(how.in_discrepancy_order(false).text(), "ordered, depth 3");
  EXPECT_FALSE(search::coordination(search::ordered{}).by_discrepancy());
}

}  // namespace
