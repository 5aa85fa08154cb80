// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section Chapel of docs/coming_from.md, row by row.
#include <stdexcept>

#include "docs/rows.hpp"

namespace {

using namespace row_test;

// row: Chapel: begin S
TEST(chapel, begin) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(f); });
    EXPECT_EQ(calls, 1);
  });
}

// row: Chapel: sync { S }
TEST(chapel, sync_statement) {
  at_two_places([] {
    skua::count calls;
    auto const f = [calls] { skua::spawn(skua::on(1), [calls] { ++calls; }); };
    skua::finish(f);
    EXPECT_EQ(calls.get(), 1u);
  });
}

// row: Chapel: cobegin { f(); g(); }
TEST(chapel, cobegin) {
  at_one_place([] {
    auto const f = [] { return 40; };
    auto const g = [] { return 2; };
    auto const [x, y] = skua::invoke(f, g);
    EXPECT_EQ(x + y, 42);
  });
}

// row: Chapel: coforall i in 0..<n do f(i)
TEST(chapel, coforall) {
  at_one_place([] {
    int const n = 10;
    std::atomic<int> total{0};
    auto const f = [&](int i) { total += i; };
    skua::finish([&] {
      for (int i = 0; i < n; ++i) skua::spawn(f, i);
    });
    EXPECT_EQ(total, 45);
  });
}

// row: Chapel: forall i in 0..<n do f(i)
TEST(chapel, forall) {
  at_one_place([] {
    int const n = 1000;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    skua::finish([&] { skua::for_async(n, f); });
    EXPECT_EQ(calls, n);
  });
}

// row: Chapel: on Locales[p] do f(x)
TEST(chapel, on) {
  at_two_places([] {
    int const p = 1;
    std::string const x = "tern";
    auto const f = [](std::string const& s) { return s + std::to_string(skua::here()); };
    EXPECT_EQ(skua::at(p, f, x), "tern1");
  });
}

// row: Chapel: begin on Locales[p] do f()
TEST(chapel, begin_on) {
  at_two_places([] {
    int const p = 1;
    auto const f = [] { EXPECT_EQ(skua::here(), 1); };
    skua::finish([&] { skua::spawn(skua::on(p), f); });
  });
}

// row: Chapel: coforall loc in Locales do on loc do f()
TEST(chapel, coforall_on) {
  at_two_places([] {
    skua::count calls;
    auto const f = [calls] { ++calls; };
    skua::run_spmd(f);
    EXPECT_EQ(calls.get(), 2u);
  });
}

// row: Chapel: here.id, numLocales, here.maxTaskPar
TEST(chapel, here) {
  at_two_places([] {
    EXPECT_EQ(skua::here(), 0);
    EXPECT_EQ(skua::places(), 2);
    EXPECT_EQ(skua::workers(), 2);
  });
}

// row: Chapel: + reduce A, with (+ reduce s)
TEST(chapel, reduce) {
  at_two_places([] {
    std::size_t const n = 101;
    skua::shared_array<long> a(n);
    skua::sum<long> s;
    auto const fill = [](std::size_t i, long& x) { x = static_cast<long>(i); };
    auto const f = [s](std::size_t, long x) { s += x; };
    skua::finish([&] { skua::for_async(a, fill); });
    skua::finish([&] { skua::for_async(a, f); });
    EXPECT_EQ(s.get(), 5050);
  });
}

// row: Chapel: var a: sync T; a.writeEF(x), a.readFF()
TEST(chapel, sync_variable) {
  at_one_place([] {
    using T = int;
    T const x = 42;
    skua::promise<T> p;
    auto const a = p.get_future().share();
    skua::finish([&] {
      skua::spawn([&] { EXPECT_EQ(a.get(), 42); });
      p.set_value(x);
    });
  });
}

// row: Chapel: var a: atomic int; a.fetchAdd(x)
TEST(chapel, atomic_variable) {
  at_two_places([] {
    skua::shared_var<long> const a(40);
    long const x = 2;
    EXPECT_EQ(a.atomic().fetch_add(x), 40);
    EXPECT_EQ(a.get(), 42);
  });
}

// row: Chapel: blockDist.createArray(0..<n, T), cyclicDist
TEST(chapel, block_dist) {
  at_two_places([] {
    using T = int;
    std::size_t const n = 10;
    skua::shared_array<T> a(n);
    skua::shared_array<T> b(n, 1);
    EXPECT_EQ(a.place_of(1), 0);
    EXPECT_EQ(b.place_of(1), 1);
  });
}

// row: Chapel: A[i] = A[j]
TEST(chapel, element) {
  at_two_places([] {
    std::size_t const i = 0;
    std::size_t const j = 9;
    skua::shared_array<int> a(10);
    a[j] = 42;
    a[i] = a[j];
    EXPECT_EQ(a[i].get(), 42);
  });
}

// row: Chapel: forall x in A do f(x)
TEST(chapel, forall_array) {
  at_two_places([] {
    skua::shared_array<int> a(10);
    auto const f = [](std::size_t i, int& x) { x = static_cast<int>(i); };
    skua::finish([&] { skua::for_async(a, f); });
    EXPECT_EQ(a[9].get(), 9);
  });
}

// row: Chapel: allLocalesBarrier.barrier()
TEST(chapel, all_locales_barrier) {
  at_two_places([] { skua::run_spmd([] { skua::collective::barrier(); }); });
}

// row: Chapel: TaskErrors
TEST(chapel, task_errors) {
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

// row: Chapel: currentTask.yieldExecution()
TEST(chapel, yield_execution) {
  at_one_place([] { skua::yield(); });
}

}  // namespace
