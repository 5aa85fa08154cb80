// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objectives at the ends of their type: the worst value is an answer like any other, and no node
// beats the best value.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

#include <skua/search/checkpoint.hpp>

#include "trees.hpp"

namespace search_test {

/// A binary tree of numbered nodes. All have the same value, except perhaps one.
template <class Value>
struct flat_tree {
  struct node {
    std::int32_t number = 1;
  };
  Value common_value{};
  std::int32_t special_node = 0;  // 0: none
  Value special_value{};

  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    if (n.number >= 512) return {};
    return {{2 * n.number}, {2 * n.number + 1}};
  }
  Value objective(node const& n) const { return n.number == special_node ? special_value : common_value; }
};
/// The tree with an exact bound: the best objective below a node.
template <class Value>
struct bounded_tree : flat_tree<Value> {
  using node = typename flat_tree<Value>::node;
  bool maximised = true;

  Value bound(node const& n) const {
    for (std::int32_t ancestor = this->special_node; ancestor >= n.number; ancestor /= 2) {
      if (ancestor == n.number)
        return maximised ? std::max(this->common_value, this->special_value)
                         : std::min(this->common_value, this->special_value);
    }
    return this->common_value;
  }
};
/// A variant of the tree in which children that the incumbent prunes are not made.
template <class Value>
struct guided_tree : bounded_tree<Value> {
  using node = typename flat_tree<Value>::node;
  std::vector<node> children(node const& n, Value best) const {
    auto result = flat_tree<Value>::children(n);
    std::erase_if(result,
                  [&](node const& c) { return this->maximised ? this->bound(c) <= best : this->bound(c) >= best; });
    return result;
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

  /// Calls body(tree, coordination) for each coordination, on two workers.
  void everywhere(auto const& body) {
    skua::runtime job{{.workers = 2}};
    job.run([&] {
      for (search::coordination const& coordination : coordinations()) {
        body(Tree{}, coordination);
        // not SCOPED_TRACE: a test that suspends may end on another worker
        ASSERT_FALSE(this->HasFailure()) << coordination.text();
      }
    });
  }
  static void set_minimised(auto& tree) {
    if constexpr (requires { tree.maximised; }) tree.maximised = false;
  }
};
using trees = testing::Types<flat_tree<unsigned>, guided_tree<double>>;
TYPED_TEST_SUITE(extremes, trees);

TYPED_TEST(extremes, a_decision_for_the_lowest_value_finds_a_node) {
  this->everywhere([&](auto tree, search::coordination const& coordination) {
    tree.common_value = this->lowest;
    auto const r = search::decide(tree, this->lowest, coordination);
    ASSERT_TRUE(r.node);
    EXPECT_TRUE(r.complete);
    EXPECT_EQ(r.value, this->lowest);
  });
}

TYPED_TEST(extremes, a_decision_for_the_highest_value) {
  this->everywhere([&](auto tree, search::coordination const& coordination) {
    tree.common_value = this->lowest;
    auto const none = search::decide(tree, this->highest, coordination);
    EXPECT_FALSE(none.node);
    EXPECT_TRUE(none.complete);
    tree.special_node = 333;
    tree.special_value = this->highest;
    auto const one = search::decide(tree, this->highest, coordination);
    ASSERT_TRUE(one.node);
    EXPECT_EQ(one.node->number, 333);
    EXPECT_TRUE(one.complete);
  });
}

TYPED_TEST(extremes, the_worst_value_of_all_is_an_optimum) {
  this->everywhere([&](auto tree, search::coordination const& coordination) {
    tree.common_value = this->lowest;
    auto const largest = search::maximise(tree, coordination);
    ASSERT_TRUE(largest.node);
    EXPECT_TRUE(largest.complete);
    EXPECT_EQ(largest.value, this->lowest);
    EXPECT_EQ(largest.start, this->lowest);
    tree.common_value = tree.special_value = this->highest;
    this->set_minimised(tree);
    auto const smallest = search::minimise(tree, coordination);
    ASSERT_TRUE(smallest.node);
    EXPECT_TRUE(smallest.complete);
    EXPECT_EQ(smallest.value, this->highest);
  });
}

TYPED_TEST(extremes, the_best_value_of_all_ends_the_search) {
  this->everywhere([&](auto tree, search::coordination const& coordination) {
    tree.common_value = this->lowest;
    tree.special_node = 77;
    tree.special_value = this->highest;
    auto const largest = search::maximise(tree, coordination, search::options{.keep_open = true});
    ASSERT_TRUE(largest.node);
    EXPECT_EQ(largest.node->number, 77);
    EXPECT_TRUE(largest.complete);
    EXPECT_EQ(largest.share, 1);
    EXPECT_EQ(largest.bound, this->highest);
    EXPECT_TRUE(largest.open.empty());
    tree.common_value = this->highest;
    tree.special_value = this->lowest;
    this->set_minimised(tree);
    auto const smallest = search::minimise(tree, coordination);
    ASSERT_TRUE(smallest.node);
    EXPECT_EQ(smallest.node->number, 77);
    EXPECT_TRUE(smallest.complete);
  });
}

TYPED_TEST(extremes, only_what_is_better_than_the_initial_value_counts) {
  this->everywhere([&](auto tree, search::coordination const& coordination) {
    tree.common_value = this->lowest;
    EXPECT_FALSE(search::maximise(tree, coordination, {}, this->lowest).node);
    EXPECT_FALSE(search::maximise(tree, coordination, {}, this->highest).node);
    tree.common_value = tree.special_value = this->highest;
    EXPECT_TRUE(search::maximise(tree, coordination, {}, this->lowest).node);
    auto const none = search::maximise(tree, coordination, {}, this->highest);
    EXPECT_FALSE(none.node);
    EXPECT_TRUE(none.complete);
    EXPECT_EQ(none.value, this->highest);
    this->set_minimised(tree);
    EXPECT_FALSE(search::minimise(tree, coordination, {}, this->highest).node);
    EXPECT_FALSE(search::minimise(tree, coordination, {}, this->lowest).node);
  });
}

TEST(search_start, a_search_stopped_before_its_first_node_goes_on_without_an_initial_value) {
  skua::runtime job{{.workers = 1}};
  std::atomic<bool> const stop{true};
  job.run([&] {
    flat_tree<unsigned> const tree{};  // all 0
    auto const before = search::maximise(tree, {}, search::options{.node_limit = 1, .stop = &stop, .keep_open = true});
    ASSERT_FALSE(before.complete);
    auto const r = search::joined(
        before, search::maximise(tree, {}, {}, before.start, search::resume<flat_tree<unsigned>>(before.open)));
    ASSERT_TRUE(r.node);
    EXPECT_EQ(r.value, 0u);
    EXPECT_TRUE(r.complete);
  });
}

}  // namespace search_test
