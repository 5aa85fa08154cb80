// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section <future> of docs/coming_from.md.
#include <stop_token>
#include <thread>

#include <skua/algorithm.hpp>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(std_future, launch_async) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    {
      auto const a = skua::async(skua::launch::async, f);
    }
    EXPECT_EQ(calls, 1);
  });
}

TEST(std_future, launch_deferred) {
  at_one_place([] {
    int calls = 0;
    auto const f = [&] { return ++calls; };
    auto a = skua::async(skua::launch::deferred, f);
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(a.get(), 1);
  });
}

TEST(std_future, get) {
  at_one_place([] {
    auto const t = 1min;
    auto a = skua::async([] { return 42; });
    EXPECT_EQ(a.wait_for(t), skua::future_status::ready);
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(std_future, is_ready) {
  at_one_place([] {
    auto a = skua::async([] {});
    a.wait();
    EXPECT_TRUE(a.is_ready());
  });
}

TEST(std_future, shared_future) {
  at_one_place([] {
    using T = int;
    skua::shared_future<T> const a = skua::async([] { return 21; });
    EXPECT_EQ(a.get() + a.get(), 42);
  });
}

TEST(std_future, promise) {
  at_one_place([] {
    using T = int;
    T const x = 42;
    skua::promise<T> p;
    auto a = p.get_future();
    p.set_value(x);
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(std_future, set_value_at_thread_exit) {
  at_one_place([] {
    int const x = 42;
    skua::promise<int> p;
    auto a = p.get_future();
    skua::finish([&] { skua::spawn([&] { p.set_value_at_thread_exit(x); }); });
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(std_future, packaged_task) {
  at_one_place([] {
    using R = int;
    using A = int;
    auto const f = [](int n) { return n + 1; };
    skua::packaged_task<R(A)> t(f);
    auto a = t.get_future();
    t(41);
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(std_future, vector_of_futures) {
  at_one_place([] {
    int const n = 10;
    std::atomic<int> total{0};
    auto const f = [&](int x) { total += x; };
    skua::finish([&] {
      for (int i = 0; i < n; ++i) skua::spawn(f, i);
    });
    EXPECT_EQ(total, 45);
  });
}

TEST(std_future, latch) {
  at_one_place([] {
    int const n = 1;
    skua::latch l(n);
    skua::barrier<> b(n);
    skua::counting_semaphore<> s(n);
    l.arrive_and_wait();
    b.arrive_and_wait();
    s.acquire();
  });
}

TEST(std_future, atomic_wait) {
  at_one_place([] {
    skua::event e;
    skua::finish([&] {
      skua::spawn([&] { e.wait(); });
      e.set();
    });
    EXPECT_TRUE(e.is_set());
  });
}

TEST(std_future, jthread) {
  at_one_place([] {
    auto const f = [](std::stop_token stop) {
      while (!stop.stop_requested()) skua::yield();
    };
    skua::finish_result const r = skua::finish([&] {
      skua::spawn([&] { f(skua::stop_token()); });
      skua::cancel();
    });
    EXPECT_TRUE(r.cancelled());
  });
}

TEST(std_future, sleep_for) {
  at_one_place([] {
    auto const t = 1ms;
    skua::sleep_for(t);
  });
}

TEST(std_future, blocking) {
  at_one_place([] {
    auto const f = [] {
      std::this_thread::yield();
      return 42;
    };
    EXPECT_EQ(skua::blocking(f), 42);
  });
}

TEST(std_future, sort) {
  at_one_place([] {
    std::vector<int> numbers{3, 1, 2};
    auto const first = numbers.begin();
    auto const last = numbers.end();
    skua::sort(first, last);
    EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(skua::reduce(skua::fixed_order, first, last, 0.0), 6);
    EXPECT_THROW(skua::for_each(first, last, [](int) { throw std::logic_error("arrives"); }), std::logic_error);
  });
}

}  // namespace
