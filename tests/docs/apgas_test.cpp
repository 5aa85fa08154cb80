// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section APGAS of docs/coming_from.md.
#include <stdexcept>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(apgas, here_and_places) {
  at_two_places([] {
    EXPECT_EQ(skua::here(), 0);
    EXPECT_EQ(skua::places(), 2);
  });
}

TEST(apgas, async) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(f); });
    EXPECT_EQ(calls, 1);
  });
}

TEST(apgas, at) {
  at_two_places([] {
    int const p = 1;
    skua::count calls;
    auto const f = [calls] {
      EXPECT_EQ(skua::here(), 1);
      skua::spawn([calls] { ++calls; });
    };
    skua::at(p, f);
    skua::finish([&] { skua::spawn(skua::on(p), f); });
    EXPECT_GE(calls.get(), 1u);  // the task of the first call belongs to the scope of the run
  });
}

TEST(apgas, uncounted_async_at) {
  static std::atomic<int> calls;
  calls = 0;
  at_two_places([] {
    int const p = 1;
    auto const f = [] { ++calls; };
    skua::post(skua::on(p), f);
  });
  EXPECT_EQ(calls, 1);
}

TEST(apgas, immediate_async_at) {
  at_two_places([] {
    int const p = 1;
    auto const f = [] { EXPECT_EQ(skua::here(), 1); };
    skua::finish([&] { skua::spawn(skua::on(p), skua::urgent, f); });
  });
}

TEST(apgas, multiple_exception) {
  at_one_place([] {
    auto const f = [] {
      for (int i = 0; i < 3; ++i) skua::spawn([] { throw std::runtime_error("no"); });
    };
    try {
      skua::finish(skua::keep_going, f);
      ADD_FAILURE() << "no exception";
    } catch (skua::task_errors const& e) {
      EXPECT_EQ(e.total(), 3u);
    }
  });
}

TEST(apgas, finish_async_any) {
  at_two_places([] {
    skua::count calls;
    auto const f = [calls] {
      for (int i = 0; i < 100; ++i) skua::spawn(skua::any, [calls] { ++calls; });
    };
    skua::finish(f);
    EXPECT_EQ(calls.get(), 100u);
  });
}

TEST(apgas, finish_async_any_cyclical) {
  at_one_place([] {
    skua::event called;
    skua::finish([&] {
      skua::sum<long> total;
      auto const period = 1ms;
      auto const f = [&](long) { called.set(); };
      total.every(period, f);
      called.wait();
    });
    EXPECT_TRUE(called.is_set());
  });
}

TEST(apgas, static_async_any) {
  at_two_places([] {
    int const p = 1;
    skua::sum<int> total;
    std::vector<std::tuple<int, skua::sum<int>>> const tuples{{1, total}, {2, total}, {3, total}};
    auto const f = [](int x, skua::sum<int> into) { into += x; };
    auto const g = [](skua::sum<int> into) { into += 10; };
    skua::finish([&] {
      skua::spawn_all(skua::any.from(p), tuples, f);
      skua::task_batch batch;
      batch.add(f, 4, total);
      batch.add(g, total);
      skua::spawn_all(skua::any.from(p), std::move(batch));
    });
    EXPECT_EQ(total.get(), 20);
  });
}

TEST(apgas, static_init) {
  at_two_places([] {
    int const n = 7;
    skua::place_local<int> x(n);
    auto const f = [x] { *x += 1; };
    skua::run_spmd(f);
    EXPECT_EQ(skua::at(1, [x] { return *x; }), 8);
  });
}

TEST(apgas, reduce_async_any) {
  at_two_places([] {
    skua::sum<long> total;
    skua::finish([&] {
      skua::at(1, [total] { total += 1; });
      total += 2;
      EXPECT_EQ(total.peek(), 3);
      EXPECT_EQ(total.local(), 2);
    });
    EXPECT_EQ(total.get(), 3);
  });
}

/// The operation of a reducer.
struct multiply {
  long operator()(long const& a, long const& b) const { return a * b; }
};

TEST(apgas, result_async_any) {
  at_two_places([] {
    using T = long;
    using Op = multiply;
    T const identity = 1;
    skua::reducer<T, Op> total(identity);
    skua::finish([&] {
      for (long i = 1; i <= 5; ++i) skua::spawn(skua::any, [total, i] { total += i; });
    });
    EXPECT_EQ(total.get(), 120);
  });
}

TEST(apgas, with_future) {
  at_two_places([] {
    int const p = 1;
    auto const f = [] { return 14; };
    auto a = skua::async(f);
    auto b = skua::async(skua::on(p), f);
    auto c = skua::async(skua::any, f);
    EXPECT_EQ(a.get() + b.get() + c.get(), 42);
  });
}

}  // namespace
