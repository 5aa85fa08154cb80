// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section oneTBB of docs/coming_from.md, row by row.
#include <thread>

#include <skua/algorithm.hpp>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

// row: oneTBB: g.run(f), g.wait()
TEST(onetbb, task_group) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(f); });
    EXPECT_EQ(calls, 1);
  });
}

// row: oneTBB: g.defer(f), task_handle
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

// row: oneTBB: g.cancel(), is_current_task_group_canceling()
TEST(onetbb, cancel) {
  at_one_place([] {
    skua::finish_result const r = skua::finish([] {
      skua::spawn([] {
        while (!skua::cancelled()) skua::yield();
      });
      skua::cancel();
    });
    EXPECT_TRUE(r.cancelled());
  });
}

// row: oneTBB: parallel_invoke(f, g)
TEST(onetbb, parallel_invoke) {
  at_one_place([] {
    auto const f = [] { return 40; };
    auto const g = [] { return 2; };
    auto const [x, y] = skua::invoke(f, g);
    EXPECT_EQ(x + y, 42);
  });
}

// row: oneTBB: parallel_for(0, n, f)
TEST(onetbb, parallel_for) {
  at_one_place([] {
    int const n = 1000;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    skua::finish([&] { skua::for_async(n, f); });
    EXPECT_EQ(calls, n);
  });
}

// row: oneTBB: blocked_range<int>(0, n, grain), simple_partitioner
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

// row: oneTBB: blocked_range2d<int>(0, m, 0, n)
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

// row: oneTBB: parallel_reduce(range, 0L, f, op)
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

// row: oneTBB: combinable<T>, enumerable_thread_specific<T>
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

// row: oneTBB: parallel_for_each with a feeder
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

// row: oneTBB: parallel_pipeline(tokens, …)
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

// row: oneTBB: flow::graph, make_edge(a, b)
TEST(onetbb, flow_graph) {
  at_one_place([] {
    auto const a = skua::async([] { return 40; }).share();
    auto const b = skua::async([] { return 2; }).share();
    auto const f = [a, b] { return a.get() + b.get(); };
    EXPECT_EQ(skua::async(skua::after(a, b), f).get(), 42);
  });
}

// row: oneTBB: task_arena(n), global_control
TEST(onetbb, task_arena) {
  skua::options o;
  int const n = 1;
  o.workers = n;
  auto const body = [] { EXPECT_EQ(skua::workers(), 1); };
  EXPECT_EQ(skua::run(o, body), 0);
}

// row: oneTBB: arena.enqueue(f)
TEST(onetbb, enqueue) {
  at_one_place([] {
    skua::promise<int> done;
    auto a = done.get_future();
    auto const f = [](skua::promise<int> to) { to.set_value(42); };
    skua::blocking([&] { std::thread([&] { skua::spawn(f, std::move(done)); }).join(); });
    EXPECT_EQ(a.get(), 42);
  });
}

// row: oneTBB: task_arena::priority::high
TEST(onetbb, priority) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(skua::urgent, f); });
    EXPECT_EQ(calls, 1);
  });
}

// row: oneTBB: task::suspend(f), task::resume(tag)
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

// row: oneTBB: spin_mutex, queuing_mutex
TEST(onetbb, spin_mutex) {
  at_one_place([] {
    skua::mutex m;
    std::scoped_lock lock(m);
    EXPECT_FALSE(m.try_lock());
  });
}

// row: oneTBB: current_thread_index(), max_concurrency()
TEST(onetbb, current_thread_index) {
  at_one_place([] {
    EXPECT_GE(skua::worker(), 0);
    EXPECT_EQ(skua::workers(), 2);
  });
}

// row: oneTBB: parallel_sort, parallel_scan
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
