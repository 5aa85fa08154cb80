// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits nested far deeper than a stack: once half of the stack is used up, a task that would run on
// top of a wait gets its own fibre.
#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include <skua/detail/core/self.hpp>

#include "core_support.hpp"

namespace {

using namespace core_test;

struct deep_waits : on_workers {
  /// Runs with the smallest stack and with the default one.
  template <class Body>
  void run(Body const& body) const {
    for (std::size_t bytes : {std::size_t{64} << 10, std::size_t{1} << 20}) {
      if (address_sanitizer && bytes < (std::size_t{1} << 20))
        continue;  // address sanitizer makes frames several times as large
      skua::options o = settings();
      o.stack_bytes = bytes;
      skua::runtime place{o};
      place.run(body);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(workers, deep_waits, worker_counts(), testing::PrintToStringParamName());

/// 100,000 levels take 20 to 110 MB, most of it for the frames of the waiting tasks.
constexpr int deepest = fewer(100'000, 1'500);

/// Counts the tasks that start with less than half of their stack, minus one page.
struct stack_room_check {
  std::atomic<long> tasks{0};
  std::atomic<long> cramped{0};

  void enter() {
    ++tasks;
    if (address_sanitizer) return;  // locals may lie outside the stack
    skua::sched::fibre const* const s = skua::sched::self();
    char const local = 0;
    auto const remaining = &local - static_cast<char const*>(s->stack_low);
    if (remaining < static_cast<std::ptrdiff_t>(s->stack_bytes / 2) - 4096) ++cramped;
  }
};

void deep_chain(int depth, stack_room_check* check) {
  check->enter();
  if (depth > 0) skua::finish([=] { skua::spawn([=] { deep_chain(depth - 1, check); }); });
}

TASK_TEST_P(deep_waits, a_finish_in_each_node_of_a_chain) {
  stack_room_check check;
  deep_chain(deepest, &check);
  EXPECT_EQ(check.tasks, deepest + 1);
  EXPECT_EQ(check.cramped, 0);
}

void caterpillar(int depth, stack_room_check* check) {
  check->enter();
  if (depth == 0) return;
  skua::finish([=] {
    skua::spawn([=] { check->enter(); });
    skua::spawn([=] { caterpillar(depth - 1, check); });
    skua::spawn([=] { check->enter(); });
  });
}

/// A deep child and a bush of at most seven nodes in each node, with a finish in each inner node.
/// The deep child is the first to be spawned and the last, in turn.
void bushy_tree(int depth, stack_room_check* check) {
  check->enter();
  if (depth == 0) return;
  skua::finish([=] {
    int const first = depth % 2 != 0 ? depth - 1 : std::min(depth - 1, 2);
    int const second = depth % 2 != 0 ? std::min(depth - 1, 2) : depth - 1;
    skua::spawn([=] { bushy_tree(first, check); });
    skua::spawn([=] { bushy_tree(second, check); });
  });
}

TASK_TEST_P(deep_waits, a_finish_in_each_node_of_a_deep_tree_with_bushes) {
  stack_room_check check;
  bushy_tree(deepest, &check);
  EXPECT_EQ(check.tasks, 8L * deepest - 9);
  EXPECT_EQ(check.cramped, 0);
}

long tree_of_futures(int depth, stack_room_check* check) {
  check->enter();
  if (depth == 0) return 1;
  std::vector<skua::future<long>> children;
  children.push_back(skua::async([] { return 1L; }));
  children.push_back(skua::async([=] { return tree_of_futures(depth - 1, check); }));
  children.push_back(skua::async([] { return 1L; }));
  long nodes = 1;
  for (auto& f : children) nodes += f.get();  // the first future is not the newest
  return nodes;
}

TASK_TEST_P(deep_waits, a_deep_tree_of_futures) {
  stack_room_check check;
  EXPECT_EQ(tree_of_futures(deepest, &check), 3L * deepest + 1);
  EXPECT_EQ(check.cramped, 0);
}

int first_of_two(int depth) {
  if (depth == 0) return 0;
  auto const [a, b] = skua::invoke([=] { return first_of_two(depth - 1); }, [] { return 1; });
  return a + b;
}

TASK_TEST_P(deep_waits, joins_nested_in_the_callable_that_is_queued) { EXPECT_EQ(first_of_two(deepest), deepest); }

skua::task<int> deep_coroutine(int depth) {
  if (depth == 0) co_return 0;
  skua::future<int> below = skua::async([=] { return deep_coroutine(depth - 1); });
  co_return co_await std::move(below) + 1;
}

TASK_TEST_P(deep_waits, a_chain_of_coroutines) {
  EXPECT_EQ(skua::async([] { return deep_coroutine(deepest); }).get(), deepest);
}

// A task at the bottom of a fibre looks for its counted scope level by level: the time grows with
// the square of the depth.
TASK_TEST_P(deep_waits, a_counted_scope_counts_all) {
  stack_room_check check;
  int const levels = fewer(10'000, 1'500);
  auto const r = skua::finish(skua::counted, [&] { skua::spawn([&] { caterpillar(levels, &check); }); });
  EXPECT_EQ(r.ran, static_cast<std::uint64_t>(3 * levels + 1));
  EXPECT_EQ(r.never_started, 0u);
}

void chain_that_throws(int depth) {
  if (depth == 0) throw std::runtime_error("at the end");
  skua::finish([=] { skua::spawn([=] { chain_that_throws(depth - 1); }); });
}

TASK_TEST_P(deep_waits, an_exception_comes_all_the_way_up) {
  EXPECT_THROW(chain_that_throws(fewer(2'000, 300)), std::runtime_error);
}

void chain_that_waits(int depth, skua::event* bottom) {
  if (depth == 0) {
    bottom->set();
    skua::event never;
    never.wait();  // until it is cancelled
  } else if (depth % 2 == 0) {
    skua::finish([=] { skua::spawn([=] { chain_that_waits(depth - 1, bottom); }); });
  } else {
    skua::async([=] { chain_that_waits(depth - 1, bottom); }).get();
  }
}

TASK_TEST_P(deep_waits, a_cancelled_scope_ends) {
  skua::event bottom;
  auto const r = skua::finish([&](skua::scope& s) {
    skua::spawn([&] { chain_that_waits(fewer(2'000, 300), &bottom); });
    bottom.wait();
    s.cancel();
  });
  EXPECT_TRUE(r.cancelled());
}

// Later scopes on an almost full stack work as usual: the tasks queued below their base are still
// there.
void deep_mixed(int depth, std::atomic<long>* ran) {
  ++*ran;
  if (depth == 0) return;
  skua::spawn([=] { ++*ran; });  // belongs to the enclosing scope
  for (int i = 0; i < 2; ++i) {
    skua::finish([=] {
      skua::spawn([=] { ++*ran; });
      if (i == 0) skua::spawn([=] { deep_mixed(depth - 1, ran); });
    });
  }
  skua::finish([=] { skua::for_async(8, [=](std::int64_t) { ++*ran; }); });
}

TASK_TEST_P(deep_waits, scopes_that_follow_one_another_on_a_low_stack) {
  std::atomic<long> ran{0};
  int const levels = fewer(3'000, 500);
  skua::finish([&] { deep_mixed(levels, &ran); });
  EXPECT_EQ(ran, 12L * levels + 1);
}

}  // namespace
