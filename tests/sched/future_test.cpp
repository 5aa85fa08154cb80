// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// future and shared_future: results, errors, waiting, continuations, cancellation.
#include "sched/future_support.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <skua/cancel.hpp>
#include <skua/event.hpp>
#include <skua/finish.hpp>
#include <skua/future.hpp>
#include <skua/promise.hpp>
#include <skua/spawn.hpp>
#include <skua/when.hpp>

namespace {

using namespace std::chrono_literals;
using test::future_error_of;

static_assert(sizeof(skua::future<long>) == sizeof(void*));
static_assert(!std::is_copy_constructible_v<skua::future<int>>);
static_assert(std::is_nothrow_move_constructible_v<skua::future<int>>);
static_assert(std::is_copy_constructible_v<skua::shared_future<int>>);
static_assert(std::is_same_v<decltype(std::declval<skua::shared_future<int>>().get()), int const&>);
static_assert(std::is_same_v<decltype(std::declval<skua::shared_future<int&>>().get()), int&>);
static_assert(std::is_same_v<decltype(std::declval<skua::shared_future<void>>().get()), void>);
static_assert(std::is_same_v<skua::future_status, std::future_status>);

long fib_by_futures(int n) {
  if (n < 2) return n;
  auto a = skua::async([n] { return fib_by_futures(n - 1); });
  long const b = fib_by_futures(n - 2);
  return a.get() + b;
}

TASK_TEST(future, tree_of_asyncs) { EXPECT_EQ(fib_by_futures(20), 6765); }

TASK_TEST(future, read_in_the_order_of_creation) {
  std::vector<skua::future<int>> futures;
  for (int i = 0; i < 2000; ++i) futures.push_back(skua::async([i] { return i; }));
  for (int i = 0; i < 2000; ++i) EXPECT_EQ(futures[static_cast<std::size_t>(i)].get(), i);
}

TASK_TEST(future, results_that_must_be_destroyed) {
  auto token = std::make_shared<int>(3);
  std::weak_ptr<int> const alive = token;
  skua::finish([&] {
    auto fetched = skua::async([token] { return token; });
    auto dropped = skua::async([token] { return token; });
    EXPECT_EQ(*fetched.get(), 3);
  });
  token.reset();
  EXPECT_TRUE(alive.expired());
}

TEST(future, empty_futures) {
  skua::future<int> f;
  EXPECT_FALSE(f.valid());
  EXPECT_EQ(future_error_of([&] { f.get(); }), std::future_errc::no_state);
  EXPECT_EQ(future_error_of([&] { f.wait(); }), std::future_errc::no_state);
  EXPECT_EQ(future_error_of([&] { (void)f.wait_for(1ms); }), std::future_errc::no_state);
  EXPECT_EQ(future_error_of([&] { (void)f.is_ready(); }), std::future_errc::no_state);
  EXPECT_EQ(future_error_of([&] { (void)f.then([](skua::future<int>) {}); }), std::future_errc::no_state);
  skua::shared_future<int> s;
  EXPECT_EQ(future_error_of([&] { s.get(); }), std::future_errc::no_state);
}

TASK_TEST(future, get_empties_and_passes_exceptions_on) {
  auto f = skua::async([]() -> int { throw std::out_of_range("far"); });
  EXPECT_THROW(f.get(), std::out_of_range);
  EXPECT_FALSE(f.valid());
  auto s = skua::async([]() -> int { throw std::out_of_range("far"); }).share();
  EXPECT_THROW(s.get(), std::out_of_range);
  EXPECT_THROW(s.get(), std::out_of_range);
}

TEST(future, ready_futures) {
  auto f = skua::make_ready_future(std::string("here"));
  EXPECT_TRUE(f.is_ready());
  EXPECT_EQ(f.wait_for(0s), std::future_status::ready);
  EXPECT_EQ(f.get(), "here");
  int x = 1;
  static_assert(std::is_same_v<decltype(skua::make_ready_future(std::ref(x))), skua::future<int&>>);
  skua::make_ready_future(std::ref(x)).get() = 2;
  skua::make_ready_future<int&>(x).get() += 1;
  EXPECT_EQ(x, 3);
  EXPECT_EQ(skua::make_ready_future<std::string>(3u, 'a').get(), "aaa");
  skua::make_ready_future().get();
  EXPECT_THROW(skua::make_exceptional_future<int>(std::runtime_error("no")).get(), std::runtime_error);
  EXPECT_THROW(skua::make_exceptional_future<void>(std::make_exception_ptr(1)).get(), int);
}

TASK_TEST(future, timed_waits) {
  skua::promise<int> p;
  auto f = p.get_future();
  EXPECT_EQ(f.wait_for(0s), std::future_status::timeout);
  auto const start = std::chrono::steady_clock::now();
  EXPECT_EQ(f.wait_for(3ms), std::future_status::timeout);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 3ms);
  EXPECT_EQ(f.wait_until(std::chrono::system_clock::now() + 1ms), std::future_status::timeout);
  skua::spawn([&p] { p.set_value(4); });
  EXPECT_EQ(f.wait_for(1h), std::future_status::ready);
  EXPECT_EQ(f.wait_until(std::chrono::steady_clock::time_point::min()), std::future_status::ready);
  EXPECT_EQ(f.get(), 4);
}

// A task that polls must not keep the awaited task from running. It must not run that task itself
// either: the polling task may have to continue first.
TASK_TEST(future, polling_lets_the_task_run) {
  std::atomic<bool> waiter_gave_up{false};
  auto f = skua::async([&] {
    while (!waiter_gave_up) skua::yield();
    return 1;
  });
  EXPECT_EQ(f.wait_for(2ms), std::future_status::timeout);
  waiter_gave_up = true;
  while (f.wait_for(0s) != std::future_status::ready) continue;
  EXPECT_EQ(f.get(), 1);
}

TASK_TEST(future, deferred_runs_in_the_first_waiter) {
  int ran = 0;
  auto f = skua::async(std::launch::deferred, [&ran] { return ++ran; });
  EXPECT_EQ(f.wait_for(1h), std::future_status::deferred);
  EXPECT_EQ(f.wait_for(0s), std::future_status::deferred);
  EXPECT_FALSE(f.is_ready());
  EXPECT_EQ(ran, 0);
  f.wait();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(f.wait_for(0s), std::future_status::ready);
  EXPECT_EQ(f.get(), 1);
  auto token = std::make_shared<int>(0);
  {
    auto never = skua::async(std::launch::deferred, [token] { ++*token; });
  }
  EXPECT_EQ(token.use_count(), 1);
  EXPECT_EQ(*token, 0);
}

TEST(future, async_with_a_launch_policy_is_preferred_to_that_of_std) {
  using namespace skua;  // std::async is found through the type of its argument
  test_support::with_workers([] {
    auto f = async(std::launch::async, [](int n) { return n + 1; }, 4);
    static_assert(std::is_same_v<decltype(f), skua::future<int>>);
    EXPECT_EQ(f.get(), 5);
  });
}

auto counted_after_a_yield(std::atomic<int>& ended) {
  return [&ended] {
    skua::yield();
    ++ended;
  };
}

TASK_TEST(future, launched_futures_join) {
  std::atomic<int> ended{0};
  auto slow = counted_after_a_yield(ended);
  {
    auto f = skua::async(std::launch::async, slow);
  }
  EXPECT_EQ(ended, 1);
  auto f = skua::async(std::launch::async, slow);
  f = skua::future<void>();
  EXPECT_EQ(ended, 2);
  {
    auto s = skua::async(std::launch::async, slow).share();
    auto t = s;
    s = {};
  }
  EXPECT_EQ(ended, 3);
}

// Whoever waits for a future without a handle of it does not keep its destructor from waiting.
TASK_TEST(future, launched_futures_join_although_others_wait_for_them) {
  std::atomic<int> ended{0};
  auto slow = counted_after_a_yield(ended);
  {
    auto f = skua::async(std::launch::async, slow);
    skua::spawn(skua::after(f), [] {});
  }
  EXPECT_EQ(ended, 1);
  {
    auto s = skua::async(std::launch::async, slow).share();
    auto t = s;
    skua::spawn(skua::after(s, t), [] {});
    s = {};
    skua::spawn(skua::after(t), [] {});
  }
  EXPECT_EQ(ended, 2);
  skua::event go_on;
  auto firm = [&] {
    go_on.wait();
    ++ended;
  };
  auto first = skua::when_any(skua::async(std::launch::async, [] {}), skua::async(std::launch::async, firm)).get();
  EXPECT_EQ(first.index, 0u);
  EXPECT_EQ(ended, 2);
  skua::spawn([&go_on] { go_on.set(); });
  std::get<1>(first.futures) = {};
  EXPECT_EQ(ended, 3);
}

// The memory of a future that others waited for is used again.
TASK_TEST(future, launched_futures_forget_who_waited_for_them) {
  for (int i = 0; i < 10; ++i) {
    skua::event go_on;
    auto s = skua::async(std::launch::async, [&go_on] { go_on.wait(); }).share();
    auto t = s;
    s = {};  // t is left, so this does not wait for the task
    go_on.set();
    skua::finish([&t] { skua::spawn(skua::after(t), [] {}); });
  }
}

TASK_TEST(future, many_share_one_result) {
  skua::promise<std::string> p;
  auto s = p.get_future().share();
  std::atomic<int> right{0};
  std::thread outside([s, &right] { right += s.get() == "value"; });
  skua::finish([&] {
    for (int i = 0; i < 50; ++i) skua::spawn([s, &right] { right += s.get() == "value"; });
    p.set_value("value");
  });
  outside.join();
  EXPECT_EQ(right, 51);
}

TASK_TEST(future, then_gets_the_ready_future) {
  auto f = skua::async([] { return 20; });
  auto g = f.then([](skua::future<int> r) {
    EXPECT_TRUE(r.is_ready());
    return r.get() + 1;
  });
  EXPECT_FALSE(f.valid());
  EXPECT_EQ(g.get(), 21);
  auto h = skua::make_exceptional_future<int>(1).then([](skua::future<int> r) { r.get(); });
  EXPECT_THROW(h.get(), int);
  EXPECT_EQ(
      skua::async(std::launch::deferred, [] { return 4; }).then([](skua::future<int> r) { return r.get(); }).get(), 4);
  auto s = skua::async([] { return 5; }).share();
  EXPECT_EQ(s.then([](skua::shared_future<int> r) { return r.get(); }).get(), 5);
  EXPECT_EQ(s.get(), 5);
}

TASK_TEST(future, then_waits_without_a_stack_and_counts_in_its_scope) {
  skua::promise<int> p;
  std::atomic<int> sum{0};
  skua::finish([&] {
    auto s = p.get_future().share();
    for (int i = 0; i < 1000; ++i) (void)s.then([&sum](skua::shared_future<int> r) { sum += r.get(); });
    skua::spawn([&p] { p.set_value(2); });
  });
  EXPECT_EQ(sum, 2000);
}

TEST(future, then_from_a_external_thread) {
  skua::runtime r;
  skua::promise<int> p;
  auto g = p.get_future().then([](skua::future<int> f) { return f.get() * 2; });
  p.set_value(4);
  EXPECT_EQ(g.get(), 8);
}

TASK_TEST(future, then_in_a_cancelled_scope_never_starts) {
  skua::promise<int> p;
  bool started = false;
  skua::future<void> g;
  auto const outcome = skua::finish([&] {
    g = p.get_future().then([&started](skua::future<int>) { started = true; });
    skua::cancel();
  });
  EXPECT_TRUE(outcome.cancelled());
  EXPECT_EQ(outcome.never_started, 1u);
  EXPECT_FALSE(started);
  EXPECT_THROW(g.get(), skua::cancelled_error);
  p.set_value(1);
}

// The second waiter runs the task on its own stack, while the first one is registered in the state.
TASK_TEST(future, a_wait_that_runs_the_task_wakes_other_waiters) {
  for (int i = 0; i < 20; ++i) {
    for (int queued = 0; queued < 2; ++queued) skua::spawn([] {});  // the newest tasks are private
    skua::future<int> const f = skua::async([] { return 42; });
    std::atomic<bool> started{false};
    std::atomic<bool> woken{false};
    std::thread other([&] {
      started = true;
      f.wait();
      woken = true;
    });
    while (!started.load()) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // by now it waits, as a rule
    f.wait();
    EXPECT_TRUE(f.is_ready());
    other.join();
    EXPECT_TRUE(woken);
  }
}

}  // namespace
