// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section oneTBB of docs/coming_from.md.
#include <thread>

#include <skua/algorithm.hpp>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(onetbb, defer) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::promise<void> start;
    auto const h = start.get_future();
    skua::finish([&] {
      skua::spawn(skua::after(h), f);
      start.set_value();
    });
    EXPECT_EQ(calls, 1);
  });
}

TEST(onetbb, blocked_range) {
  at_one_place([] {
    int const n = 1000;
    int const grain = 64;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    skua::finish([&] { skua::for_async(skua::recursive(grain), n, f); });
    EXPECT_EQ(calls, n);
  });
}

TEST(onetbb, blocked_range2d) {
  at_one_place([] {
    int const m = 10;
    int const n = 20;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t, std::int64_t) { ++calls; };
    skua::finish([&] { skua::for_async(skua::range2({0, 0}, {m, n}), f); });
    EXPECT_EQ(calls, 200);
  });
}

TEST(onetbb, parallel_reduce) {
  at_one_place([] {
    int const n = 101;
    skua::sum<long> r;
    auto const f = [r](std::int64_t x) { r += x; };
    skua::finish([&] { skua::for_async(n, f); });
    EXPECT_EQ(r.get(), 5050);
    std::vector<double> const v(1000, 0.5);
    auto const g = [](double y) { return 2 * y; };
    auto const op = std::plus<>();
    EXPECT_EQ(skua::transform_reduce(skua::fixed_order, v, 0.0, op, g), 1000);
  });
}

TEST(onetbb, combinable) {
  at_one_place([] {
    using T = int;
    using Op = skua::max_operation<T>;
    skua::reducer<T, Op> r;
    skua::finish([&] {
      for (int x = 0; x < 10; ++x) skua::spawn([r, x] { r += x; });
    });
    EXPECT_EQ(r.get(), 9);
  });
}

/// A loop body that adds work: the items 2x and 2x + 1.
void count_items(int x, skua::count items) {
  ++items;
  if (x < 100) {
    skua::spawn(count_items, 2 * x, items);
    skua::spawn(count_items, 2 * x + 1, items);
  }
}

TEST(onetbb, parallel_for_each) {
  at_one_place([] {
    std::vector<int> const items{1};
    skua::count r;
    auto const f = count_items;
    skua::finish([&] {
      for (int x : items) skua::spawn(f, x, r);
    });
    EXPECT_EQ(r.get(), 199u);
  });
}

TEST(onetbb, parallel_pipeline) {
  at_one_place([] {
    std::ptrdiff_t const tokens = 4;
    std::atomic<int> total{0};
    skua::counting_semaphore<> s(tokens);
    auto const f = [](int x) { return 2 * x; };
    auto const g = [&](skua::future<int> ready) {
      total += ready.get();
      s.release();
    };
    skua::finish([&] {
      for (int x = 0; x < 10; ++x) {
        s.acquire();
        (void)skua::async(f, x).then(g);
      }
    });
    EXPECT_EQ(total, 90);
  });
}

TEST(onetbb, task_arena) {
  skua::options o;
  int const n = 1;
  o.workers = n;
  auto const body = [] { EXPECT_EQ(skua::workers(), 1); };
  EXPECT_EQ(skua::run(o, body), 0);
}

TEST(onetbb, enqueue) {
  at_one_place([] {
    skua::promise<int> done;
    auto a = done.get_future();
    auto const f = [](skua::promise<int> to) { to.set_value(42); };
    skua::blocking([&] { std::thread([&] { skua::spawn(f, std::move(done)); }).join(); });
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(onetbb, suspend) {
  at_one_place([] {
    using T = int;
    T const x = 42;
    skua::promise<T> tag;
    auto a = tag.get_future();
    skua::finish([&] {
      skua::spawn([&] { EXPECT_EQ(a.get(), 42); });
      tag.set_value(x);
    });
  });
}

TEST(onetbb, spin_mutex) {
  at_one_place([] {
    skua::mutex m;
    std::scoped_lock lock(m);
    EXPECT_FALSE(m.try_lock());
  });
}

TEST(onetbb, current_thread_index) {
  at_one_place([] {
    EXPECT_GE(skua::worker(), 0);
    EXPECT_EQ(skua::workers(), 2);
  });
}

TEST(onetbb, sort_and_scan) {
  at_one_place([] {
    std::vector<int> v{3, 1, 2};
    skua::sort(v);
    EXPECT_EQ(v, (std::vector<int>{1, 2, 3}));
    std::vector<int> prefixes(3);
    auto const sums = prefixes.begin();
    auto const op = std::plus<>();
    skua::inclusive_scan(v, sums, op);
    EXPECT_EQ(prefixes, (std::vector<int>{1, 3, 6}));
  });
}

}  // namespace
