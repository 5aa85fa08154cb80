// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single events of the distributed scope, in the orders that a network may deliver them.
#include <memory>

#include "core/cancel.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "protocol/sum.hpp"
#include "protocol/tree_fixture.hpp"

namespace protocol {
namespace {

using scope_tree = tree_test;

TEST_F(scope_tree, tasks_that_engage_a_place_are_acknowledged_by_its_end) {
  add(home(), 3);
  depart(0, home(), 1, 3);
  EXPECT_EQ(tokens(home()), 1);  // the token of the batch
  frame* const f = arrives(0, 1);
  EXPECT_TRUE(net.empty());
  EXPECT_EQ(tokens(f), 3);
  for (int i = 0; i < 3; ++i) task_ends(1, f);
  EXPECT_FALSE(ended());
  reports(1);
  EXPECT_EQ(proxy(1), nullptr);
  deliver(1, 0, kind::done);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, no_task_joins_a_batch_that_does_not_know_of_the_cancellation) {
  add(home(), 2);
  depart(0, home(), 1);
  cancel(0, home());
  depart(0, home(), 1);
  frame* const f = arrives(0, 1);
  deliver(0, 1, kind::cancel);
  EXPECT_EQ(arrives(0, 1), f);
  EXPECT_TRUE(cancelled(f));
  deliver(1, 0, kind::cancel);
  task_ends(1, f);
  task_ends(1, f);
  done(1, 0);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, tasks_that_come_home_are_acknowledged_at_once) {
  add(home(), 2);
  frame* const f = moves(0, home(), 1, 2);
  EXPECT_EQ(moves(1, f, 0, 2), home());
  EXPECT_EQ(tokens(home()), 3);  // the first batch and two tasks
  task_ends(0, home());
  task_ends(0, home());
  EXPECT_EQ(tokens(f), 1);  // the token of this batch
  deliver(0, 1, kind::joined);
  reports(1);
  EXPECT_FALSE(ended());
  deliver(1, 0, kind::done);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, tasks_from_another_place_join_an_engaged_proxy) {
  add(home(), 4);
  frame* const one = moves(0, home(), 1, 2);
  frame* const two = moves(0, home(), 2, 2);
  EXPECT_EQ(moves(1, one, 2), two);
  EXPECT_EQ(tokens(two), 3);
  task_ends(1, one);
  EXPECT_EQ(at(1).ending(), 0u);  // the batch that it sent is not acknowledged
  deliver(2, 1, kind::joined);
  done(1, 0);
  for (int i = 0; i < 3; ++i) task_ends(2, two);
  reports(2);
  EXPECT_FALSE(ended());
  deliver(2, 0, kind::done);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, two_places_that_take_each_others_tasks_do_not_wait_for_each_other) {
  add(home(), 2);
  frame* const one = moves(0, home(), 1, 2);
  frame* const two = moves(1, one, 2);
  EXPECT_EQ(moves(2, two, 1), one);
  deliver(1, 2, kind::joined);
  done(2, 1);
  EXPECT_EQ(tokens(one), 2);
  task_ends(1, one);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, a_place_is_engaged_anew_while_its_old_proxy_is_ending) {
  add(home(), 3);
  frame* const old_one = moves(0, home(), 1);
  frame* const two = moves(0, home(), 2, 2);
  task_ends(1, old_one);  // its last token is gone, "done" is not yet reported
  depart(2, two, 1);
  auto const a = arrive(2, 1);
  EXPECT_FALSE(a.joined);
  EXPECT_NE(a.frame, old_one);
  at(1).tree().queued(a);
  reports(1);
  EXPECT_EQ(proxy(1), a.frame);  // the end of the old proxy has not removed the entry of the new one
  deliver(1, 0, kind::done);
  task_ends(2, two);
  EXPECT_EQ(at(2).ending(), 0u);
  task_ends(1, a.frame);
  done(1, 2);
  done(2, 0);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, tasks_end_before_their_batch_is_acknowledged) {
  add(home(), 4);
  frame* const f = moves(0, home(), 1, 2);
  frame* const two = moves(0, home(), 2, 2);
  task_ends(1, f);
  depart(2, two, 1);
  auto const a = arrive(2, 1);
  EXPECT_TRUE(a.joined);
  task_ends(1, f);
  task_ends(1, f);  // the last task runs before the receiver has sent "joined"
  reports(1);
  at(1).tree().queued(a);
  deliver(1, 0, kind::done);
  task_ends(2, two);
  EXPECT_EQ(at(2).ending(), 0u);
  deliver(1, 2, kind::joined);
  reports(2);
  EXPECT_FALSE(ended());
  deliver(2, 0, kind::done);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, a_cancel_follows_every_edge) {
  add(home(), 2);
  frame* const one = moves(0, home(), 1, 2);
  frame* const two = moves(1, one, 2);
  cancel(0, home());
  deliver(0, 1, kind::cancel);
  EXPECT_TRUE(cancelled(one));
  deliver(1, 2, kind::cancel);
  EXPECT_TRUE(cancelled(two));
  deliver(2, 1, kind::cancel);  // each also tells the place that engaged it
  deliver(1, 0, kind::cancel);
  EXPECT_TRUE(net.empty());
  task_ends(2, two);
  done(2, 1);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, a_cancel_in_a_leaf_reaches_all_places_before_its_end_reaches_any) {
  add(home(), 3);
  frame* const one = moves(0, home(), 1, 2);
  frame* const three = moves(0, home(), 3);
  frame* const two = moves(1, one, 2);
  cancel(2, two);
  task_ends(2, two);
  reports(2);
  deliver(2, 1, kind::cancel);
  EXPECT_TRUE(cancelled(one));
  deliver(1, 2, kind::cancel);  // to a proxy that no longer exists
  deliver(1, 0, kind::cancel);
  EXPECT_TRUE(cancelled(home()));
  deliver(0, 3, kind::cancel);
  deliver(0, 1, kind::cancel);
  EXPECT_TRUE(cancelled(three));
  deliver(3, 0, kind::cancel);
  deliver(2, 1, kind::done);
  task_ends(1, one);
  reports(1);
  task_ends(3, three);
  done(3, 0);
  deliver(1, 0, kind::done);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, a_cancel_crosses_a_batch_in_flight) {
  add(home(), 3);
  frame* const one = moves(0, home(), 1, 2);
  depart(1, one, 2);  // under way while the scope is cancelled at home
  cancel(0, home());
  frame* const two = arrives(1, 2);
  EXPECT_FALSE(cancelled(two));  // the place cannot know yet
  deliver(0, 1, kind::cancel);
  deliver(1, 2, kind::cancel);
  EXPECT_TRUE(cancelled(two));
  deliver(2, 1, kind::cancel);
  deliver(1, 0, kind::cancel);
  depart(0, home(), 3);  // an edge of the tree that is added later
  frame* const three = arrives(0, 3);
  EXPECT_TRUE(cancelled(three));
  deliver(3, 0, kind::cancel);
  EXPECT_TRUE(net.empty());
  task_ends(3, three);
  done(3, 0);
  task_ends(2, two);
  done(2, 1);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, a_cancel_that_comes_after_the_end_means_nothing) {
  add(home(), 2);
  frame* const f = moves(0, home(), 1);
  task_ends(1, f);
  reports(1);
  cancel(0, home());
  deliver(0, 1, kind::cancel);                                               // the proxy no longer exists
  EXPECT_EQ(net.waiting(1, 0), 1u);                                          // only its "done"
  EXPECT_EQ(place(1).cancelled_scopes.load(std::memory_order_relaxed), 0u);  // relaxed: one thread
  deliver(1, 0, kind::done);
  task_ends(0, home());
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, inner_scopes_elsewhere_are_cancelled_with_the_outer_one) {
  add(home(), 1);
  frame* const outer = moves(0, home(), 1);
  skua::sched::coroutine_scope inner{};
  inner.place = &place(1);
  inner.parent = reinterpret_cast<std::uintptr_t>(outer);
  inner.state.raise(skua::sched::scope_waiting);
  add(&inner, 1);
  frame* const f = moves(1, &inner, 2);
  cancel(0, home());
  deliver(0, 1, kind::cancel);
  EXPECT_EQ(net.waiting(1, 0), 1u);
  deliver(1, 0, kind::cancel);
  deliver(1, 2, kind::cancel);
  EXPECT_TRUE(cancelled(f));
  deliver(2, 1, kind::cancel);
  task_ends(2, f);
  done(2, 1);
  EXPECT_EQ(place(1).arrived.tasks.size(), 1u);  // the end of the inner scope
  skua::sched::retire_extension(place(1), &inner);
  task_ends(1, outer);
  done(1, 0);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, done_brings_exceptions_and_counts) {
  skua::sched::extend(home())->counting = true;
  home()->state.raise(skua::sched::scope_keep_going);
  add(home(), 2);
  frame* const one = moves(0, home(), 1, 2);
  EXPECT_TRUE(one->state.has(skua::sched::scope_keep_going));
  frame* const two = moves(1, one, 2);
  skua::sched::task_counts* const t = skua::sched::task_counts_around(two);
  ASSERT_NE(t, nullptr);
  t->spawned.fetch_add(5, std::memory_order_relaxed);        // relaxed: one thread
  t->never_started.fetch_add(2, std::memory_order_relaxed);  // relaxed: one thread
  skua::sched::count_never_started(reinterpret_cast<std::uintptr_t>(two));
  for (int i = 0; i < 20; ++i) fail(2, two, "in the leaf");
  fail(1, one, "above it");
  task_ends(2, two);
  done(2, 1);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
  skua::sched::scope_extension const& x = *home()->extension;
  EXPECT_EQ(x.error_count, 21u);
  ASSERT_EQ(x.errors.size(), 16u);
  EXPECT_THROW(std::rethrow_exception(x.errors.front()), std::runtime_error);
  EXPECT_EQ(x.never_started.load(std::memory_order_relaxed), 1u);        // relaxed: one thread
  EXPECT_EQ(x.count.spawned.load(std::memory_order_relaxed), 5u);        // relaxed: one thread
  EXPECT_EQ(x.count.never_started.load(std::memory_order_relaxed), 2u);  // relaxed: one thread
  EXPECT_FALSE(cancelled(home()));
}

TEST_F(scope_tree, an_exception_cancels_at_every_place) {
  add(home(), 2);
  frame* const one = moves(0, home(), 1);
  frame* const two = moves(0, home(), 2);
  fail(1, one, "failed");
  deliver(1, 0, kind::cancel);
  deliver(0, 2, kind::cancel);
  deliver(0, 1, kind::cancel);
  EXPECT_TRUE(cancelled(two));
  deliver(2, 0, kind::cancel);
  task_ends(1, one);
  done(1, 0);
  EXPECT_EQ(home()->extension->error_count, 1u);
  task_ends(2, two);
  done(2, 0);
  EXPECT_TRUE(ended());
}

TEST_F(scope_tree, contributions_come_up_with_done_and_replicas_go) {
  long const before = sum::alive;
  auto* const total = new sum(&place(0));
  skua::sched::extend(home())->objects = total;
  add(home(), 2);
  frame* const one = moves(0, home(), 1, 2);
  frame* const two = moves(1, one, 2);
  auto const replica = [&](int q, frame* f) {
    return static_cast<sum*>(at(q).names().find(total->name(), skua::sched::context_of(f), sum::kind));
  };
  replica(1, one)->value += 3;
  replica(2, two)->value += 4;
  task_ends(2, two);
  done(2, 1);
  EXPECT_EQ(replica(1, one)->value, 7u);
  EXPECT_EQ(total->value, 0u);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
  EXPECT_EQ(total->value, 7u);
  skua::sched::retire_extension(place(0), home());  // its object is destroyed when no place knows its name any more
  home()->state.clear(skua::sched::scope_extended | skua::sched::scope_extending);
  for (int q = 1; q < places; ++q) deliver(0, q, kind::retire);
  EXPECT_EQ(sum::alive - before, 1);
  for (int q = 1; q < places; ++q) deliver(q, 0, kind::retired);
  EXPECT_EQ(sum::alive, before);
}

/// A sum of another scope of place 0 that tasks of the home's scope use.
class parts_that_come_late : public tree_test {
 protected:
  static sum* replica(tree_place& place, frame* f, std::uint64_t name) {
    return static_cast<sum*>(place.names().find(name, skua::sched::context_of(f), sum::kind));
  }
  long const before_ = sum::alive;
  sum* const total_ = new sum(&place(0));
  std::uint64_t const name_ = total_->name();
};

TEST_F(parts_that_come_late, find_their_sum_until_all_tasks_are_back) {
  add(home(), 1);
  frame* const one = moves(0, home(), 1);
  replica(at(1), one, name_)->value += 3;
  skua::sched::dispose(total_);
  EXPECT_EQ(sum::alive - before_, 2);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
  EXPECT_EQ(total_->value, 3u);
  for (int q = 1; q < places; ++q) deliver(0, q, kind::retire);
  for (int q = 1; q < places; ++q) deliver(q, 0, kind::retired);
  EXPECT_EQ(sum::alive, before_);
}

TEST_F(parts_that_come_late, are_dropped_where_the_name_has_been_forgotten) {
  add(home(), 2);
  frame* const one = moves(0, home(), 1, 2);
  frame* const two = moves(1, one, 2);
  replica(at(2), two, name_)->value += 4;
  task_ends(2, two);
  reports(2);  // to place 1, and slow
  total_->known_remotely.store(true);
  skua::sched::dispose(total_);
  for (int q = 1; q < places; ++q) deliver(0, q, kind::retire);
  for (int q = 1; q < places; ++q) deliver(q, 0, kind::retired);
  EXPECT_EQ(sum::alive, before_);
  deliver(2, 1, kind::done);
  EXPECT_EQ(at(1).names().count().replicas, 0u);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
}

TEST_F(parts_that_come_late, of_an_older_sum_of_that_name_are_dropped_and_those_of_the_new_one_kept) {
  add(home(), 3);
  frame* const one = moves(0, home(), 1, 3);
  frame* const two = moves(1, one, 2);
  replica(at(2), two, name_)->value += 4;
  task_ends(2, two);
  reports(2);
  total_->known_remotely.store(true);
  skua::sched::dispose(total_);
  for (int q = 1; q < places; ++q) deliver(0, q, kind::retire);
  sum::keep_block = true;
  for (int q = 1; q < places; ++q) deliver(q, 0, kind::retired);
  auto const again = std::make_unique<sum>(&place(0));
  ASSERT_EQ(again->name(), name_);
  replica(at(1), one, name_)->value += 5;
  deliver(2, 1, kind::done);
  EXPECT_EQ(replica(at(1), one, name_)->value, 5u);
  task_ends(1, one);
  task_ends(1, one);
  done(1, 0);
  EXPECT_TRUE(ended());
  EXPECT_EQ(again->value, 5u);
}

}  // namespace
}  // namespace protocol
