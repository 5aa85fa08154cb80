// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// packaged_task: calling once, resetting, storing, deduction guides.
#include "sched/future_support.hpp"

#include <thread>

#include <skua/finish.hpp>
#include <skua/packaged_task.hpp>
#include <skua/spawn.hpp>

namespace {

using test::future_error_of;

int twice(int x) { return 2 * x; }

static_assert(!std::is_copy_constructible_v<skua::packaged_task<int()>>);
static_assert(std::is_same_v<decltype(skua::packaged_task(twice)), skua::packaged_task<int(int)>>);
static_assert(std::is_same_v<decltype(skua::packaged_task{twice}), skua::packaged_task<int(int)>>);
static_assert(!std::uses_allocator_v<skua::packaged_task<int()>, std::allocator<int>>);  // as in C++17
static_assert(std::is_same_v<decltype(skua::packaged_task([](char) { return 1L; })), skua::packaged_task<long(char)>>);
static_assert(std::is_same_v<decltype(skua::packaged_task([]() mutable noexcept {})), skua::packaged_task<void()>>);

TEST(packaged_task, arguments_keep_their_kind) {
  skua::packaged_task<int(std::unique_ptr<int>, int&)> t([](std::unique_ptr<int> p, int& out) { return out = *p; });
  int result = 0;
  t(std::make_unique<int>(3), result);
  EXPECT_EQ(result, 3);
  struct point {
    int x;
    int plus(int y) const { return x + y; }
  };
  skua::packaged_task<int(point const&, int)> member(&point::plus);
  member(point{1}, 2);
  EXPECT_EQ(member.get_future().get(), 3);
}

TEST(packaged_task, reset_moves_the_callable_to_a_new_state) {
  auto token = std::make_shared<int>(0);
  skua::packaged_task<int()> t([token] { return ++*token; });
  auto first = t.get_future();
  t();
  t.reset();
  auto second = t.get_future();
  t();
  EXPECT_EQ(first.get(), 1);
  EXPECT_EQ(second.get(), 2);
  t.reset();
  auto third = t.get_future();
  t.reset();
  EXPECT_EQ(future_error_of([&] { third.get(); }), std::future_errc::broken_promise);
  t = {};
  EXPECT_EQ(token.use_count(), 1);
}

TASK_TEST(packaged_task, moves_into_tasks_and_threads) {
  skua::packaged_task<int(int)> a(twice), b([](int x) { return -x; });
  swap(a, b);
  auto fa = a.get_future();
  auto fb = b.get_future();
  std::thread outside(std::move(a), 5);
  skua::finish([&] { skua::spawn(std::move(b), 6); });
  EXPECT_EQ(fa.get(), -5);
  EXPECT_EQ(fb.get(), 12);
  outside.join();
  EXPECT_FALSE(a.valid());
}

TASK_TEST(packaged_task, ready_at_the_end_of_the_task) {
  skua::packaged_task<int(int)> t(twice);
  auto f = t.get_future();
  skua::spawn([&] {
    t.make_ready_at_thread_exit(21);
    EXPECT_FALSE(f.is_ready());
  });
  EXPECT_EQ(f.get(), 42);
}

}  // namespace
