// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stacks and deques at their limits: overflow, deep nesting, very many blocked tasks, fan-out in
// bounded memory.
#include <signal.h>

#include <vector>

#include "core_support.hpp"
#include "support/resident.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(stack);

int volatile depth_limit = -1;

int recurse(int n) {
  if (n == depth_limit) return n;
  int volatile pad[64] = {n};
  int const deeper = recurse(n + 1);
  return deeper + pad[0];
}

TEST_P(stack, an_overflow_is_one_line_that_names_the_task) {
  if (address_sanitizer || thread_sanitizer) GTEST_SKIP() << "the sanitizers report it themselves";
  EXPECT_DEATH(
      run([] { skua::finish([] { skua::spawn(skua::named("bottomless"), [] { EXPECT_NE(recurse(0), 1); }); }); }),
      "skua: stack overflow in bottomless on worker [0-9]+: its stack of 1048576 bytes is used up; raise SKUA_STACK or "
      "recurse less");
}

/// Its frame is larger than the stack, and steps over the guard page. The compiler must not know
/// `n`: clang keeps only the bytes that are used.
__attribute__((noinline)) int use_large_frame(int n) {
  char volatile frame[2u << 20];
  frame[static_cast<std::size_t>(n)] = 1;
  return frame[static_cast<std::size_t>(n)];
}

TEST_P(stack, a_frame_beyond_the_guard_page_is_an_overflow) {
  if (address_sanitizer || thread_sanitizer) GTEST_SKIP() << "the sanitizers report it themselves";
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(run([] {
                 skua::finish([] { skua::spawn(skua::named("wide"), [] { (void)use_large_frame(depth_limit + 1); }); });
               }),
               "skua: stack overflow in wide on worker 0");
}

TEST_P(stack, other_faults_are_not_called_overflows) {
  if (address_sanitizer || thread_sanitizer) GTEST_SKIP() << "the sanitizers report it themselves";
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_EXIT(run([] {
                int volatile* volatile nowhere = nullptr;
                *nowhere = 1;
              }),
              testing::KilledBySignal(SIGSEGV),
              "^skua: SEGV in a task at place 0, worker 0, in 2 scopes; its stack:\n  #0 ");
}

void nest_with_pending(int depth, std::atomic<int>* ran) {
  if (depth == 0) return;
  skua::finish([=] {
    skua::spawn([=] { ++*ran; });
    nest_with_pending(depth - 1, ran);
  });
}

TEST_P(stack, more_nested_scopes_with_a_task_each_than_a_deque_holds) {
  skua::options o = settings();
  o.stack_bytes = 64u << 20;
  skua::runtime place{o};
  std::atomic<int> ran{0};
  place.run([&] { nest_with_pending(10'000, &ran); });
  EXPECT_EQ(ran, 10'000);
}

int nest_invoke(int depth) {
  if (depth == 0) return 0;
  auto const [a, b] = skua::invoke([] { return 1; }, [=] { return nest_invoke(depth - 1); });
  return a + b;
}

TEST_P(stack, more_nested_joins_than_a_deque_holds) {
  skua::options o = settings();
  o.stack_bytes = 64u << 20;
  skua::runtime place{o};
  EXPECT_EQ(place.run([] { return nest_invoke(10'000); }), 10'000);
}

TASK_TEST_P(stack, more_futures_than_a_deque_holds) {
  std::vector<skua::future<int>> futures;
  for (int i = 0; i < 20'000; ++i) futures.push_back(skua::async([i] { return i; }));
  long sum = 0;
  for (auto& f : futures) sum += f.get();
  EXPECT_EQ(sum, 19'999L * 20'000 / 2);
  for (int i = 0; i < 20'000; ++i) futures[static_cast<std::size_t>(i)] = skua::async([i] { return i; });
  for (auto f = futures.rbegin(); f != futures.rend(); ++f) sum -= f->get();
  EXPECT_EQ(sum, 0);
}

TASK_TEST_P(stack, one_task_spawns_a_million_in_bounded_memory) {
  std::atomic<long> ran{0};
  skua::finish([&] {
    for (int i = 0; i < 10'000; ++i) skua::spawn([&] { ++ran; });
  });
  long const resident_before = test_support::resident_bytes();
  skua::finish([&] {
    for (int i = 0; i < 1'000'000; ++i) skua::spawn([&] { ran.fetch_add(1, std::memory_order_relaxed); });
  });
  EXPECT_EQ(ran, 1'010'000);
  if (!address_sanitizer && !thread_sanitizer) {
    EXPECT_LT(test_support::resident_bytes() - resident_before, 16L << 20);
  }
}

TASK_TEST_P(stack, thirty_thousand_blocked_tasks) {
  int const tasks = thread_sanitizer ? 2'000 : fewer(30'000, 5'000);
  skua::event start;
  std::atomic<int> waiting{0};
  std::atomic<int> passed{0};
  skua::finish([&] {
    for (int i = 0; i < tasks; ++i) {
      skua::spawn([&] {
        ++waiting;
        start.wait();
        ++passed;
      });
    }
    EXPECT_TRUE(comes_true([&] { return waiting.load() == tasks; }, std::chrono::seconds(60)));
    EXPECT_EQ(passed, 0);
    start.set();
  });
  EXPECT_EQ(passed, tasks);
  EXPECT_LT(skua::stats().total().fibres, static_cast<std::uint64_t>(tasks) + 1'000u);
}

void tree_that_waits(int depth, std::atomic<int>* leaves) {
  if (depth == 0) {
    ++*leaves;
    return;
  }
  skua::event set_by_the_newest;
  skua::finish([&] {
    skua::spawn([=] { tree_that_waits(depth - 1, leaves); });
    skua::spawn([=] { tree_that_waits(depth - 1, leaves); });
    skua::spawn([&] { set_by_the_newest.set(); });
    set_by_the_newest.wait();
  });
}

TASK_TEST_P(stack, a_tree_with_waits_in_every_node_needs_few_fibres) {
  std::atomic<int> leaves{0};
  tree_that_waits(12, &leaves);
  EXPECT_EQ(leaves, 4096);
  if (skua::workers() == 1) {
    EXPECT_LT(skua::stats().total().fibres, 200u);
  }
}

}  // namespace
