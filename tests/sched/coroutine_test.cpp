// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coroutines: task<T>, awaiting futures, coroutines as tasks, the scopes that they open,
// cancellation, memory.
#include "core/place.hpp"
#include "sched/future_support.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <utility>

#include <skua/cancel.hpp>
#include <skua/coroutine.hpp>
#include <skua/event.hpp>
#include <skua/finish.hpp>
#include <skua/promise.hpp>
#include <skua/spawn.hpp>

namespace {

skua::task<int> plus_one(int x) { co_return x + 1; }
skua::task<std::string> twice(std::string const& s) { co_return s + s; }
skua::task<int&> the_same(int& x) { co_return x; }
skua::task<void> fails() {
  throw std::out_of_range("fails");
  co_return;
}

skua::task<int> chain(int depth) {
  if (depth == 0) co_return 0;
  co_return co_await plus_one(co_await chain(depth - 1));
}

TASK_TEST(coroutine, tasks_await_tasks) {
  EXPECT_EQ(skua::async(chain, 50).get(), 50);
  EXPECT_EQ(
      skua::async([]() -> skua::task<std::string> { co_return co_await twice("ab") + co_await twice("c"); }).get(),
      "ababcc");
  int x = 1;
  skua::async([&x]() -> skua::task<void> { ++co_await the_same(x); }).get();
  EXPECT_EQ(x, 2);
  EXPECT_THROW(skua::async(fails).get(), std::out_of_range);
  EXPECT_EQ(skua::async([]() -> skua::task<int> {
              try {
                co_await fails();
              } catch (std::out_of_range const&) {
                co_return 5;
              }
              co_return 6;
            }).get(),
            5);
}

skua::task<long> fib_by_coroutines(int n) {
  if (n < 2) co_return n;
  auto a = skua::async(fib_by_coroutines, n - 1);
  long const b = co_await fib_by_coroutines(n - 2);
  co_return b + co_await a;
}

TASK_TEST(coroutine, awaits_futures) {
  EXPECT_EQ(skua::async(fib_by_coroutines, 15).get(), 610);
  skua::promise<int> p;
  auto f = skua::async(
      [](skua::future<int> r) -> skua::task<int> { co_return co_await r + co_await skua::async([] { return 1; }); },
      p.get_future());
  EXPECT_FALSE(f.is_ready());
  p.set_value(6);
  EXPECT_EQ(f.get(), 7);
  auto deferred = []() -> skua::task<int> { co_return co_await skua::async(std::launch::deferred, [] { return 8; }); };
  EXPECT_EQ(skua::async(deferred).get(), 8);
  auto bad = []() -> skua::task<int> { co_return co_await skua::make_exceptional_future<int>(std::logic_error("x")); };
  EXPECT_THROW(skua::async(bad).get(), std::logic_error);
}

// The callable and its arguments live as long as the coroutine that refers to them.
TASK_TEST(coroutine, keeps_captures_and_arguments) {
  skua::promise<void> go;
  auto gate = go.get_future().share();
  std::atomic<int> sum{0};
  auto token = std::make_shared<int>(4);
  skua::finish([&] {
    for (int i = 0; i < 10; ++i) {
      skua::spawn([gate, token, i, &sum]() -> skua::task<void> {
        co_await gate;
        sum += *token + i;
      });
      skua::spawn(
          [&sum](skua::shared_future<void> const& g, std::shared_ptr<int> const& t) -> skua::task<void> {
            co_await g;
            sum += *t;
          },
          gate, token);
    }
    go.set_value();
  });
  EXPECT_EQ(sum, 45 + 80);
  EXPECT_EQ(token.use_count(), 1);
}

TASK_TEST(coroutine, destroys_its_result) {
  auto const token = std::make_shared<int>(4);
  using fixed = std::pair<std::shared_ptr<int> const, int>;  // a move copies the pointer
  auto result = [&token]() -> skua::task<fixed> { co_return fixed(token, 5); };
  skua::async([&result]() -> skua::task<void> { EXPECT_EQ((co_await result()).second, 5); }).get();
  EXPECT_EQ(token.use_count(), 1);
}

TASK_TEST(coroutine, a_suspended_one_keeps_no_stack) {
  std::atomic<int> begun{0};
  skua::promise<void> gate;
  std::thread outside([&begun, &gate] {
    while (begun < 1000) std::this_thread::yield();
    gate.set_value();
  });
  skua::finish([&begun, open = gate.get_future().share()] {
    for (int i = 0; i < 1000; ++i) {
      skua::spawn([&begun, open]() -> skua::task<void> {
        ++begun;
        co_await open;
      });
    }
  });
  outside.join();
  EXPECT_LT(static_cast<skua::sched::place*>(skua::sched::place_here())->fibres.made(), 500u);
}

TASK_TEST(coroutine, exceptions_of_spawned_coroutines_reach_the_scope) {
  skua::promise<void> p;
  auto s = p.get_future().share();
  auto body = [&] {
    skua::finish([&] {
      skua::spawn([s]() -> skua::task<void> {
        co_await s;
        throw std::out_of_range("late");
      });
      p.set_value();
    });
  };
  EXPECT_THROW(body(), std::out_of_range);
}

TASK_TEST(coroutine, cancelled_waits_throw) {
  skua::promise<int> never;
  auto s = never.get_future().share();
  std::atomic<int> thrown{0}, arrived{0};
  auto const outcome = skua::finish([&] {
    for (int i = 0; i < 100; ++i) {
      skua::spawn([&, s]() -> skua::task<void> {
        ++arrived;
        try {
          co_await s;
        } catch (skua::cancelled_error const&) {
          ++thrown;
          throw;
        }
      });
    }
    while (arrived < 100) skua::yield();
    skua::cancel();
  });
  EXPECT_TRUE(outcome.cancelled());
  EXPECT_EQ(outcome.never_started, 0u);
  EXPECT_EQ(thrown, 100);
  never.set_value(1);
}

// Events and cancellation race for many coroutines; each resumes once.
TASK_TEST(coroutine, completion_races_with_cancel) {
  for (int round = 0; round < 200; ++round) {
    skua::promise<int> p;
    auto s = p.get_future().share();
    std::atomic<int> woken{0}, arrived{0};
    skua::finish([&] {
      for (int i = 0; i < 8; ++i) {
        skua::spawn([&, s]() -> skua::task<void> {
          ++arrived;
          try {
            co_await s;
          } catch (skua::cancelled_error const&) {
          }
          ++woken;
        });
      }
      while (arrived < 8) skua::yield();
      skua::spawn(skua::shielded, [&p] { p.set_value(1); });
      skua::cancel();
    });
    EXPECT_EQ(woken, 8);
  }
}

TASK_TEST(coroutine, a_child_on_top_of_a_resumed_shielded_task_is_not_shielded) {
  for (int i = 0; i < 10; ++i) {
    std::atomic<bool> child_was_cancelled{false};
    skua::event inside;
    skua::promise<void> may_go_on;
    skua::finish([&](skua::scope s) {
      skua::spawn([&, s] {
        inside.wait();
        s.cancel();
      });
      skua::spawn(skua::shielded, [&] { may_go_on.set_value(); });
      skua::spawn(skua::shielded, [&]() -> skua::task<void> {  // begins first
        co_await may_go_on.get_future();
        auto child = skua::async([&] {
          inside.set();
          skua::event never;
          never.wait();
        });
        try {
          child.get();
        } catch (skua::cancelled_error const&) {
          child_was_cancelled = true;
        }
        EXPECT_FALSE(skua::cancelled());
      });
    });
    EXPECT_TRUE(child_was_cancelled);
  }
}

TASK_TEST(coroutine, finish_opens_a_scope) {
  auto program = []() -> skua::task<int> {
    std::atomic<int> ended{0};
    auto const outcome = co_await skua::finish([&ended]() -> skua::task<void> {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&ended] { skua::spawn([&ended] { ++ended; }); });
      }
      co_await skua::async([] {});
      skua::spawn([&ended]() -> skua::task<void> {
        co_await skua::async([] { skua::yield(); });
        ++ended;
      });
    });
    EXPECT_TRUE(outcome.completed());
    co_return ended.load();
  };
  EXPECT_EQ(skua::async(program).get(), 101);
}

TASK_TEST(coroutine, finish_throws_and_cancels) {
  auto throwing = []() -> skua::task<std::string> {
    std::string texts;
    try {
      co_await skua::finish([]() -> skua::task<void> {
        skua::spawn([] { throw std::out_of_range("child"); });
        co_return;
      });
    } catch (std::out_of_range const& e) {
      texts = e.what();
    }
    try {
      co_await skua::finish(fails());
    } catch (std::out_of_range const& e) {
      texts += e.what();
    }
    co_return texts;
  };
  EXPECT_EQ(skua::async(throwing).get(), "childfails");
  auto cancelling = []() -> skua::task<skua::finish_result> {
    co_return co_await skua::finish([](skua::scope& s) -> skua::task<void> {
      s.cancel();
      skua::spawn([] { ADD_FAILURE() << "started in a cancelled scope"; });
      EXPECT_TRUE(skua::cancelled());
      co_return;
    });
  };
  auto const outcome = skua::async(cancelling).get();
  EXPECT_TRUE(outcome.cancelled());
  EXPECT_EQ(outcome.never_started, 1u);
  bool cut = false;
  auto const inner = [&cut](skua::scope s) -> skua::task<void> {
    try {
      co_await skua::finish([s](skua::scope&) -> skua::task<void> {
        s.cancel();
        co_return;
      });
    } catch (skua::cancelled_error const&) {
      cut = true;
    }
  };
  EXPECT_TRUE(skua::finish([&](skua::scope s) { skua::spawn(inner, s); }).cancelled());
  EXPECT_TRUE(cut) << "the scope around it was cancelled";
}

// A coroutine spawns into its own scope, whichever fibre resumes it.
TASK_TEST(coroutine, resumes_under_its_own_scope) {
  std::atomic<int> inner{0};
  skua::promise<int> p;
  auto s = p.get_future().share();
  skua::finish([&] {
    skua::spawn([&, s]() -> skua::task<void> {
      co_await s;
      skua::spawn([&inner] {
        skua::yield();
        ++inner;
      });
    });
    skua::finish([&] { skua::spawn([&p] { p.set_value(1); }); });  // must not wait for the coroutine's child
  });
  EXPECT_EQ(inner, 1);
}

/// Its destructor takes a while, and then says that it has ended.
struct slow_end {
  bool* ended;

  explicit slow_end(bool* flag) : ended(flag) {}
  slow_end(slow_end&& other) noexcept : ended(std::exchange(other.ended, nullptr)) {}
  slow_end& operator=(slow_end&&) = delete;
  ~slow_end() {
    if (ended == nullptr) return;
    skua::yield();
    *ended = true;
  }
};

TASK_TEST(coroutine, the_call_is_destroyed_before_the_future_is_ready) {
  bool ended = false;
  skua::promise<void> gate;
  auto f = skua::async(
      [](slow_end const&, skua::shared_future<void> open) -> skua::task<int> {
        co_await open;
        co_return 1;
      },
      slow_end(&ended), gate.get_future().share());
  skua::spawn([&gate] { gate.set_value(); });
  EXPECT_EQ(f.get(), 1);
  EXPECT_TRUE(ended);
}

}  // namespace
