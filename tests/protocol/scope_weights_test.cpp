// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single events of a scope tree of depth one: all proxies are children of the home.
#include "protocol/tree_fixture.hpp"

namespace protocol {
namespace {

class flat_scope_tree : public tree_test {
 protected:
  flat_scope_tree() : tree_test(1) {}
};

TEST_F(flat_scope_tree, a_proxy_ends_before_what_it_sent) {
  add(home(), 3);
  frame* const one = moves(0, home(), 1, 3);
  auto const total = tokens(home());
  frame* const two = moves(1, one, 2);
  EXPECT_EQ(tokens(one), 2);  // it has lent none of its tokens
  task_ends(1, one);
  task_ends(1, one);
  done(1, 0);
  EXPECT_FALSE(ended());
  EXPECT_EQ(tokens(home()) * 2, total);
  deliver(2, 0, kind::engaged);
  task_ends(2, two);
  done(2, 0);
  EXPECT_TRUE(ended());
}

TEST_F(flat_scope_tree, tasks_that_join_a_batch_on_its_way_need_no_weight) {
  add(home(), 6);
  depart(0, home(), 1, 2);
  auto const lent = tokens(home()) - 4;  // the other tasks are still here
  depart(0, home(), 1, 3);
  EXPECT_EQ(tokens(home()), lent + 1);
  EXPECT_EQ(net.waiting(0, 1), 1u);
  frame* const f = arrives(0, 1);
  EXPECT_EQ(tokens(f), 5);
  moves(0, home(), 1);
  EXPECT_EQ(tokens(f), 6);
  for (int i = 0; i < 6; ++i) task_ends(1, f);
  EXPECT_FALSE(ended());
  done(1, 0);
  EXPECT_TRUE(ended());
}

TEST_F(flat_scope_tree, brothers_acknowledge_nothing) {
  add(home(), 4);
  frame* const one = moves(0, home(), 1, 2);
  frame* const two = moves(0, home(), 2, 2);
  EXPECT_EQ(moves(1, one, 2), two);
  EXPECT_EQ(moves(2, two, 1, 2), one);
  EXPECT_TRUE(net.empty());
  EXPECT_EQ(tokens(one), 3);
  EXPECT_EQ(tokens(two), 1);
  for (int i = 0; i < 3; ++i) task_ends(1, one);
  done(1, 0);
  EXPECT_FALSE(ended());
  task_ends(2, two);
  done(2, 0);
  EXPECT_TRUE(ended());
}

TEST_F(flat_scope_tree, tasks_that_come_home_bring_weight_along) {
  add(home(), 2);
  frame* const one = moves(0, home(), 1, 2);
  auto const total = tokens(home());
  EXPECT_EQ(moves(1, one, 0), home());
  EXPECT_EQ(tokens(home()), total / 2 + 1);  // the token of the task
  EXPECT_TRUE(net.empty());
  task_ends(0, home());
  task_ends(1, one);
  reports(1);
  EXPECT_FALSE(ended());
  deliver(1, 0, kind::done);
  EXPECT_TRUE(ended());
}

TEST_F(flat_scope_tree, a_cancel_finds_places_that_only_an_ended_place_knew) {
  add(home(), 2);
  frame* const one = moves(0, home(), 1, 2);
  depart(1, one, 2);
  task_ends(1, one);
  done(1, 0);
  cancel(0, home());
  deliver(0, 1, kind::cancel);  // the proxy no longer exists
  frame* const two = arrives(1, 2);
  EXPECT_FALSE(cancelled(two));
  deliver(2, 0, kind::engaged);
  deliver(0, 2, kind::cancel);
  EXPECT_TRUE(cancelled(two));
  deliver(2, 0, kind::cancel);  // it tells its parent, which may not know
  task_ends(2, two);
  done(2, 0);
  EXPECT_TRUE(ended());
}

TEST_F(flat_scope_tree, without_weight_to_share_it_has_children) {
  constexpr int tasks = 60;
  add(home(), tasks + 1);
  frame* const one = moves(0, home(), 1, tasks);
  frame* const two = moves(0, home(), 2);
  int acknowledged = 0;
  for (int i = 0; i < tasks - 1; ++i) {
    EXPECT_EQ(moves(1, one, 2), two);
    if (net.empty()) continue;
    deliver(2, 1, kind::joined);
    ++acknowledged;
  }
  EXPECT_GT(acknowledged, 0);
  EXPECT_LT(acknowledged, tasks - 20);
  frame* const three = moves(1, one, 3);
  EXPECT_EQ(at(1).ending(), 0u);
  EXPECT_EQ(net.waiting(3, 0), 0u);  // its parent is its sender, which knows
  for (int i = 0; i < tasks; ++i) task_ends(2, two);
  done(2, 0);
  task_ends(3, three);
  done(3, 1);
  reports(1);
  EXPECT_FALSE(ended());
  deliver(1, 0, kind::done);
  EXPECT_TRUE(ended());
}

}  // namespace
}  // namespace protocol
