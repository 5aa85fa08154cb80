// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section <future> of docs/coming_from.md, row by row.
#include <stop_token>
#include <thread>

#include <skua/algorithm.hpp>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

// row: <future>: std::async(f, x)
TEST(std_future, async) {
  at_one_place([] {
    int const x = 41;
    auto const f = [](int n) { return n + 1; };
    EXPECT_EQ(skua::async(f, x).get(), 42);
  });
}

// row: <future>: std::async(std::launch::async, f)
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

// row: <future>: std::async(std::launch::deferred, f)
TEST(std_future, launch_deferred) {
  at_one_place([] {
    int calls = 0;
    auto const f = [&] { return ++calls; };
    auto a = skua::async(skua::launch::deferred, f);
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(a.get(), 1);
  });
}

// row: <future>: a.get(), a.wait_for(t)
TEST(std_future, get) {
  at_one_place([] {
    auto const t = 1min;
    auto a = skua::async([] { return 42; });
    EXPECT_EQ(a.wait_for(t), skua::future_status::ready);
    EXPECT_EQ(a.get(), 42);
  });
}

// row: <future>: a.wait_for(0s) == ready
TEST(std_future, is_ready) {
  at_one_place([] {
    auto a = skua::async([] {});
    a.wait();
    EXPECT_TRUE(a.is_ready());
  });
}

// row: <future>: std::shared_future<T>
TEST(std_future, shared_future) {
  at_one_place([] {
    using T = int;
    skua::shared_future<T> const a = skua::async([] { return 21; });
    EXPECT_EQ(a.get() + a.get(), 42);
  });
}

// row: <future>: std::promise<T>
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

// row: <future>: p.set_value_at_thread_exit(x)
TEST(std_future, set_value_at_thread_exit) {
  at_one_place([] {
    int const x = 42;
    skua::promise<int> p;
    auto a = p.get_future();
    skua::finish([&] { skua::spawn([&] { p.set_value_at_thread_exit(x); }); });
    EXPECT_EQ(a.get(), 42);
  });
}

// row: <future>: std::packaged_task<R(A)>
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

// row: <future>: a vector of futures, and a loop of get()
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

// row: <future>: std::mutex, std::condition_variable
TEST(std_future, mutex) {
  at_one_place([] {
    skua::mutex m;
    skua::condition_variable cv;
    bool is_open = false;
    skua::finish([&] {
      skua::spawn([&] {
        std::unique_lock lock(m);
        cv.wait(lock, [&] { return is_open; });
      });
      std::lock_guard lock(m);
      is_open = true;
      cv.notify_one();
    });
  });
}

// row: <future>: std::latch, std::barrier, std::counting_semaphore
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

// row: <future>: std::atomic<T>::wait(x)
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

// row: <future>: std::jthread, request_stop()
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

// row: <future>: std::this_thread::sleep_for(t)
TEST(std_future, sleep_for) {
  at_one_place([] {
    auto const t = 1ms;
    skua::sleep_for(t);
  });
}

// row: <future>: read(…), connect(…)
TEST(std_future, blocking) {
  at_one_place([] {
    auto const f = [] {
      std::this_thread::yield();
      return 42;
    };
    EXPECT_EQ(skua::blocking(f), 42);
  });
}

// row: <future>: std::this_thread::yield()
TEST(std_future, yield) {
  at_one_place([] { skua::yield(); });
}

// row: <future>: thread_local T x
TEST(std_future, thread_local_object) {
  at_one_place([] {
    using T = long;
    skua::sum<T> r;
    skua::place_local<T> x(42);
    skua::finish([&] { skua::spawn([r, x] { r += *x; }); });
    EXPECT_EQ(r.get(), 42);
  });
}

// row: <future>: std::sort(std::execution::par, first, last)
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

// row: <future>: std::thread::hardware_concurrency()
TEST(std_future, hardware_concurrency) {
  at_one_place([] { EXPECT_EQ(skua::workers(), 2); });
}

}  // namespace
