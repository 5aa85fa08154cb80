// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sections of OpenMP in docs/coming_from.md.
#include <ranges>

#include <skua/algorithm.hpp>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(openmp, reduction) {
  at_one_place([] {
    int const n = 1000;
    auto const f = [](int i) { return 0.5 * i; };
    double const s = skua::transform_reduce(std::views::iota(0, n), 0.0, std::plus<>(), f);
    EXPECT_EQ(s, 249'750);
  });
}

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

TEST(openmp, barrier) {
  at_one_place([] {
    int x = 0;
    auto const f = [&] { skua::spawn([&] { x = 42; }); };
    auto const g = [&] { skua::spawn([&] { EXPECT_EQ(x, 42); }); };
    skua::finish(f);
    skua::finish(g);
  });
}

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

TEST(openmp, atomic) {
  at_one_place([] {
    long const n = 1000;
    long x = 0;
    skua::finish([&] { skua::for_async(n, [&](std::int64_t) { std::atomic_ref(x) += 1; }); });
    EXPECT_EQ(x, n);
  });
}

TEST(openmp, firstprivate) {
  at_one_place([] {
    int x = 42;
    std::atomic<int> y{0};
    skua::finish([&] { skua::spawn([x, &y] { y = x; }); });
    EXPECT_EQ(y, 42);
  });
}

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

TEST(openmp, threadprivate) {
  at_one_place([] {
    using T = long;
    skua::sum<T> r;
    skua::place_local<T> x(42);
    skua::finish([&] { skua::spawn([r, x] { r += *x; }); });
    EXPECT_EQ(r.get(), 42);
  });
}

}  // namespace
