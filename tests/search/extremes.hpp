// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objectives at the ends of their type: the worst value is an answer like any other, and nothing
// beats the best one. A file for each group of objectives instantiates these tests, since each
// search takes seconds to compile.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <skua/search/checkpoint.hpp>

#include "trees.hpp"

namespace search_test {

/// A binary tree of numbered nodes, all of one value but one node.
template <class Value>
struct flat_tree {
  struct node {
    std::int32_t number = 1;
  };
  Value all{};
  std::int32_t other = 0;  // 0: none
  Value of_other{};

  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    if (n.number >= 512) return {};
    return {{2 * n.number}, {2 * n.number + 1}};
  }
  Value objective(node const& n) const { return n.number == other ? of_other : all; }
};
/// The same with an exact bound: the best objective below a node.
template <class Value>
struct bounded_tree : flat_tree<Value> {
  using node = typename flat_tree<Value>::node;
  bool maximised = true;

  Value bound(node const& n) const {
    for (std::int32_t at = this->other; at >= n.number; at /= 2) {
      if (at == n.number) return maximised ? std::max(this->all, this->of_other) : std::min(this->all, this->of_other);
    }
    return this->all;
  }
};
/// The same; the children that an incumbent rules out are not made.
template <class Value>
struct guided_tree : bounded_tree<Value> {
  using node = typename flat_tree<Value>::node;
  std::vector<node> children(node const& n, Value best) const {
    auto made = flat_tree<Value>::children(n);
    std::erase_if(made,
                  [&](node const& c) { return this->maximised ? this->bound(c) <= best : this->bound(c) >= best; });
    return made;
  }
};

template <class Tree>
class extremes : public testing::Test {
 protected:
  using Value = skua::search::objective_of<Tree>;
  static constexpr bool has_infinity = std::numeric_limits<Value>::has_infinity;
  static constexpr Value lowest =
      has_infinity ? -std::numeric_limits<Value>::infinity() : std::numeric_limits<Value>::lowest();
  static constexpr Value highest =
      has_infinity ? std::numeric_limits<Value>::infinity() : std::numeric_limits<Value>::max();

  /// body(tree, coordination) for each coordination, on two workers.
  void everywhere(auto const& body) {
    skua::runtime job{{.workers = 2}};
    job.run([&] {
      for (search::coordination const& how : coordinations()) {
        body(Tree{}, how);
        ASSERT_FALSE(this->HasFailure()) << how.text();  // not SCOPED_TRACE: its end may run on another worker
      }
    });
  }
  static void set_minimised(auto& tree) {
    if constexpr (requires { tree.maximised; }) tree.maximised = false;
  }
};
TYPED_TEST_SUITE_P(extremes);

TYPED_TEST_P(extremes, a_decision_for_the_lowest_value_finds_a_node) {
  this->everywhere([&](auto tree, search::coordination const& how) {
    tree.all = this->lowest;
    auto const r = search::decide(tree, this->lowest, how);
    ASSERT_TRUE(r.node);
    EXPECT_TRUE(r.complete);
    EXPECT_EQ(r.value, this->lowest);
  });
}

TYPED_TEST_P(extremes, a_decision_for_the_highest_value) {
  this->everywhere([&](auto tree, search::coordination const& how) {
    tree.all = this->lowest;
    auto const none = search::decide(tree, this->highest, how);
    EXPECT_FALSE(none.node);
    EXPECT_TRUE(none.complete);
    tree.other = 333;
    tree.of_other = this->highest;
    auto const one = search::decide(tree, this->highest, how);
    ASSERT_TRUE(one.node);
    EXPECT_EQ(one.node->number, 333);
    EXPECT_TRUE(one.complete);
  });
}

TYPED_TEST_P(extremes, the_worst_value_of_all_is_an_optimum) {
  this->everywhere([&](auto tree, search::coordination const& how) {
    tree.all = this->lowest;
    auto const largest = search::maximise(tree, how);
    ASSERT_TRUE(largest.node);
    EXPECT_TRUE(largest.complete);
    EXPECT_EQ(largest.value, this->lowest);
    EXPECT_EQ(largest.start, this->lowest);
    tree.all = tree.of_other = this->highest;
    this->set_minimised(tree);
    auto const smallest = search::minimise(tree, how);
    ASSERT_TRUE(smallest.node);
    EXPECT_TRUE(smallest.complete);
    EXPECT_EQ(smallest.value, this->highest);
  });
}

TYPED_TEST_P(extremes, the_best_value_of_all_ends_the_search) {
  this->everywhere([&](auto tree, search::coordination const& how) {
    tree.all = this->lowest;
    tree.other = 77;
    tree.of_other = this->highest;
    auto const largest = search::maximise(tree, how, search::options{.keep_open = true});
    ASSERT_TRUE(largest.node);
    EXPECT_EQ(largest.node->number, 77);
    EXPECT_TRUE(largest.complete);
    EXPECT_EQ(largest.share, 1);
    EXPECT_EQ(largest.bound, this->highest);
    EXPECT_TRUE(largest.open.empty());
    tree.all = this->highest;
    tree.of_other = this->lowest;
    this->set_minimised(tree);
    auto const smallest = search::minimise(tree, how);
    ASSERT_TRUE(smallest.node);
    EXPECT_EQ(smallest.node->number, 77);
    EXPECT_TRUE(smallest.complete);
  });
}

TYPED_TEST_P(extremes, only_what_is_better_than_the_initial_value_counts) {
  this->everywhere([&](auto tree, search::coordination const& how) {
    tree.all = this->lowest;
    EXPECT_FALSE(search::maximise(tree, how, {}, this->lowest).node);
    EXPECT_FALSE(search::maximise(tree, how, {}, this->highest).node);
    tree.all = tree.of_other = this->highest;
    EXPECT_TRUE(search::maximise(tree, how, {}, this->lowest).node);
    auto const none = search::maximise(tree, how, {}, this->highest);
    EXPECT_FALSE(none.node);
    EXPECT_TRUE(none.complete);
    EXPECT_EQ(none.value, this->highest);
    this->set_minimised(tree);
    EXPECT_FALSE(search::minimise(tree, how, {}, this->highest).node);
    EXPECT_FALSE(search::minimise(tree, how, {}, this->lowest).node);
  });
}

REGISTER_TYPED_TEST_SUITE_P(extremes, a_decision_for_the_lowest_value_finds_a_node, a_decision_for_the_highest_value,
                            the_worst_value_of_all_is_an_optimum, the_best_value_of_all_ends_the_search,
                            only_what_is_better_than_the_initial_value_counts);

}  // namespace search_test
