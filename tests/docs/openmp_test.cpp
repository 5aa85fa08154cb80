// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sections of OpenMP in docs/coming_from.md, row by row.
#include <ranges>

#include <skua/algorithm.hpp>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

// row: OpenMP loops: parallel, single, masked
TEST(openmp, parallel_single) {
  int argc = 1;
  char name[] = "program";
  char* argv[] = {name, nullptr};
  auto const body = [] { skua::spawn([] {}); };
  EXPECT_EQ(skua::run(argc, argv, body), 0);
}

// row: OpenMP loops: for, parallel for
TEST(openmp, parallel_for) {
  at_one_place([] {
    std::vector<long> a(1000);
    auto const n = std::ssize(a);
    auto const f = [&](std::int64_t i) { a[static_cast<std::size_t>(i)] = i; };
    skua::finish([&] { skua::for_async(n, f); });
    EXPECT_EQ(a[999], 999);
  });
}

// row: OpenMP loops: reduction(+: s)
TEST(openmp, reduction) {
  at_one_place([] {
    int const n = 1000;
    auto const f = [](int i) { return 0.5 * i; };
    double const s = skua::transform_reduce(std::views::iota(0, n), 0.0, std::plus<>(), f);
    EXPECT_EQ(s, 249'750);
  });
}

// row: OpenMP loops: schedule(static), schedule(guided), schedule(dynamic, g)
TEST(openmp, schedule) {
  at_one_place([] {
    int const n = 1000;
    int const g = 64;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    skua::finish([&] {
      skua::for_async(n, f);
      skua::for_async(skua::chunked(g), n, f);
    });
    EXPECT_EQ(calls, 2 * n);
  });
}

// row: OpenMP loops: collapse(2)
TEST(openmp, collapse) {
  at_one_place([] {
    int const m = 20;
    int const n = 30;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t, std::int64_t) { ++calls; };
    skua::finish([&] { skua::for_async(skua::range2({0, 0}, {m, n}), f); });
    EXPECT_EQ(calls, m * n);
  });
}

// row: OpenMP loops: nowait
TEST(openmp, nowait) {
  at_one_place([] {
    int const n = 1000;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    auto const g = f;
    skua::finish([&] {
      skua::for_async(n, f);
      skua::for_async(n, g);
    });
    EXPECT_EQ(calls, 2 * n);
  });
}

// row: OpenMP loops: barrier
TEST(openmp, barrier) {
  at_one_place([] {
    int x = 0;
    auto const f = [&] { skua::spawn([&] { x = 42; }); };
    auto const g = [&] { skua::spawn([&] { EXPECT_EQ(x, 42); }); };
    skua::finish(f);
    skua::finish(g);
  });
}

// row: OpenMP loops: private(x)
TEST(openmp, private_data) {
  at_one_place([] {
    long const n = 1000;
    std::atomic<long> calls{0};
    skua::finish([&] {
      skua::for_async(n, [&](std::int64_t i) {
        long x = i;
        x -= i - 1;
        calls += x;
      });
    });
    EXPECT_EQ(calls, n);
  });
}

// row: OpenMP loops: atomic
TEST(openmp, atomic) {
  at_one_place([] {
    long const n = 1000;
    long x = 0;
    skua::finish([&] { skua::for_async(n, [&](std::int64_t) { std::atomic_ref(x) += 1; }); });
    EXPECT_EQ(x, n);
  });
}

// row: OpenMP tasks: task
TEST(openmp, task) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(f); });
    EXPECT_EQ(calls, 1);
  });
}

// row: OpenMP tasks: firstprivate(x), shared(y)
TEST(openmp, firstprivate) {
  at_one_place([] {
    int x = 42;
    std::atomic<int> y{0};
    skua::finish([&] { skua::spawn([x, &y] { y = x; }); });
    EXPECT_EQ(y, 42);
  });
}

// row: OpenMP tasks: taskwait
TEST(openmp, taskwait) {
  at_one_place([] {
    int x = 0;
    int y = 0;
    auto const f = [&] { x = 40; };
    auto const g = [&] { y = 2; };
    skua::invoke(f, g);
    EXPECT_EQ(x + y, 42);
  });
}

// row: OpenMP tasks: taskgroup
TEST(openmp, taskgroup) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { skua::spawn([&] { skua::spawn([&] { ++calls; }); }); };
    skua::finish(f);
    EXPECT_EQ(calls, 1);
  });
}

// row: OpenMP tasks: depend(out: x), depend(in: x)
TEST(openmp, depend) {
  at_one_place([] {
    int x = 0;
    auto const f = [&] { x = 42; };
    auto const g = [&] { EXPECT_EQ(x, 42); };
    skua::finish([&] {
      auto const a = skua::async(f);
      skua::spawn(skua::after(a), g);
    });
  });
}

// row: OpenMP tasks: if(c), final(c)
TEST(openmp, if_clause) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] {
      for (bool const c : {false, true}) c ? skua::spawn(f) : f();
    });
    EXPECT_EQ(calls, 2);
  });
}

// row: OpenMP tasks: priority(n)
TEST(openmp, priority) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(skua::urgent, f); });
    EXPECT_EQ(calls, 1);
  });
}

// row: OpenMP tasks: detach(e), omp_fulfill_event(e)
TEST(openmp, detach) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::promise<void> e;
    auto const a = e.get_future();
    skua::finish([&] {
      skua::spawn(skua::after(a), f);
      e.set_value();
    });
    EXPECT_EQ(calls, 1);
  });
}

// row: OpenMP tasks: taskyield
TEST(openmp, taskyield) {
  at_one_place([] { skua::yield(); });
}

// row: OpenMP tasks: taskloop, taskloop grainsize(g)
TEST(openmp, taskloop) {
  at_one_place([] {
    int const n = 1000;
    int const g = 64;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    skua::finish([&] { skua::for_async(n, f); });
    skua::finish([&] { skua::for_async(skua::chunked(g), n, f); });
    EXPECT_EQ(calls, 2 * n);
  });
}

// row: OpenMP tasks: task_reduction(+: s), in_reduction(+: s)
TEST(openmp, task_reduction) {
  at_one_place([] {
    skua::sum<long> s;
    skua::finish([&] {
      for (long x = 1; x <= 10; ++x) skua::spawn([s, x] { s += x; });
    });
    EXPECT_EQ(s.get(), 55);
  });
}

// row: OpenMP tasks: sections
TEST(openmp, sections) {
  at_one_place([] {
    auto const f = [] { return 40; };
    auto const g = [] { return 2; };
    auto const [x, y] = skua::invoke(f, g);
    EXPECT_EQ(x + y, 42);
  });
}

// row: OpenMP tasks: critical
TEST(openmp, critical) {
  at_one_place([] {
    int value = 0;
    skua::mutex m;
    skua::finish([&] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&] {
          std::lock_guard lock(m);
          ++value;
        });
      }
    });
    EXPECT_EQ(value, 100);
  });
}

// row: OpenMP tasks: cancel taskgroup, cancellation point taskgroup
TEST(openmp, cancel) {
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

// row: OpenMP tasks: threadprivate(x)
TEST(openmp, threadprivate) {
  at_one_place([] {
    using T = long;
    skua::sum<T> r;
    skua::place_local<T> x(42);
    skua::finish([&] { skua::spawn([r, x] { r += *x; }); });
    EXPECT_EQ(r.get(), 42);
  });
}

// row: OpenMP tasks: omp_get_thread_num(), omp_get_num_threads()
TEST(openmp, thread_num) {
  at_one_place([] {
    EXPECT_GE(skua::worker(), 0);
    EXPECT_EQ(skua::workers(), 2);
  });
}

// row: OpenMP tasks: OMP_NUM_THREADS, num_threads(n)
TEST(openmp, num_threads) {
  skua::options o;
  int const n = 1;
  o.workers = n;
  auto const body = [] { EXPECT_EQ(skua::workers(), 1); };
  EXPECT_EQ(skua::run(o, body), 0);
}

}  // namespace
