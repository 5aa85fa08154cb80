// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section HabaneroUPC++ of docs/coming_from.md.
#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(habanero_upcpp, launch) {
  int argc = 1;
  char name[] = "program";
  char* argv[] = {name, nullptr};
  auto const body = [] {
    auto const f = [] { EXPECT_LT(skua::here(), skua::places()); };
    skua::run_spmd(f);
  };
  EXPECT_EQ(skua::run(argc, argv, body), 0);
}

TEST(habanero_upcpp, ranks) {
  at_two_places([] {
    EXPECT_EQ(skua::here(), 0);
    EXPECT_EQ(skua::places(), 2);
  });
}

TEST(habanero_upcpp, finish) {
  at_two_places([] {
    skua::count calls;
    auto const f = [calls] { skua::spawn(skua::on(1), [calls] { ++calls; }); };
    skua::finish(f);
    EXPECT_EQ(calls.get(), 1u);
  });
}

TEST(habanero_upcpp, async) {
  at_one_place([] {
    auto const f = [] { return 42; };
    skua::spawn(f);
    skua::future<int> a = skua::async(f);
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(habanero_upcpp, ddf) {
  at_one_place([] {
    using T = int;
    T const v = 42;
    skua::promise<T> ddf;
    auto a = ddf.get_future();
    ddf.set_value(v);
    EXPECT_EQ(a.get(), 42);
  });
}

TEST(habanero_upcpp, async_await) {
  at_one_place([] {
    auto const a = skua::async([] { return 40; }).share();
    auto const b = skua::async([] { return 2; }).share();
    auto const f = [a, b] { EXPECT_EQ(a.get() + b.get(), 42); };
    skua::finish([&] { skua::spawn(skua::after(a, b), f); });
  });
}

TEST(habanero_upcpp, async_phased) {
  at_one_place([] {
    std::atomic<int> value{0};
    skua::finish([&] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      auto const f = [&value, ph] {
        value = 42;
        ph.signal();
      };
      auto const g = [&value, ph] {
        ph.wait();
        EXPECT_EQ(value, 42);
      };
      skua::spawn(skua::phased(ph, skua::phaser_mode::signal), f);
      skua::spawn(skua::phased(ph, skua::phaser_mode::wait), g);
      ph.drop();
    });
  });
}

TEST(habanero_upcpp, accumulators) {
  at_one_place([] {
    skua::finish([] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      skua::phaser_accumulator<int> total(ph);
      total.send(40);
      total.send(2);
      ph.next();
      EXPECT_EQ(total.result(), 42);
    });
  });
}

TEST(habanero_upcpp, forasync) {
  at_one_place([] {
    int const low = 10;
    int const high = 110;
    int const tile = 16;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    skua::finish([&] {
      skua::for_async(skua::chunked(tile), skua::range(low, high), f);
      skua::for_async(skua::recursive(tile), skua::range(low, high), f);
    });
    EXPECT_EQ(calls, 200);
  });
}

TEST(habanero_upcpp, async_any) {
  at_two_places([] {
    skua::count calls;
    auto const f = [calls] { ++calls; };
    skua::finish([&] { skua::spawn(skua::any, f); });
    EXPECT_EQ(calls.get(), 1u);
  });
}

TEST(habanero_upcpp, async_copy) {
  at_two_places([] {
    std::size_t const n = 2;
    auto const a = skua::allocate_unique<int>(0, n);
    auto const b = skua::allocate_unique<int>(1, n);
    a[0] = 40;
    a[1] = 2;
    auto const source = a.get();
    auto const target = b.get();
    skua::finish([&] {
      auto const ddf = skua::copy(source, target, n);
      auto const f = [target] { EXPECT_EQ(target[0].get() + target[1].get(), 42); };
      skua::spawn(skua::after(ddf), f);
    });
  });
}

TEST(habanero_upcpp, async_wait) {
  at_two_places([] {
    auto const b = skua::allocate_unique<int>(1);
    auto const done = skua::put(b.get(), 42);
    done.wait();
    EXPECT_TRUE(done.is_ready());
    EXPECT_EQ(b[0].get(), 42);
  });
}

TEST(habanero_upcpp, async_after) {
  at_two_places([] {
    int const p = 1;
    auto const e = skua::async([] {});
    auto const f = [] { EXPECT_EQ(skua::here(), 1); };
    skua::finish([&] { skua::spawn(skua::after(e), skua::on(p), f); });
  });
}

TEST(habanero_upcpp, finish_spmd) {
  at_two_places([] {
    skua::count calls;
    skua::run_spmd([calls] {
      auto const f = [calls] { skua::spawn(skua::on(1 - skua::here()), [calls] { ++calls; }); };
      skua::finish(skua::place_set::all(), f);
      EXPECT_EQ(calls.get(), 2u);
    });
  });
}

TEST(habanero_upcpp, barrier) {
  at_two_places([] { skua::run_spmd([] { skua::collective::barrier(); }); });
}

TEST(habanero_upcpp, shared_array) {
  at_two_places([] {
    skua::run_spmd([] {
      using T = int;
      std::size_t const n = 10;
      std::size_t const block = 1;
      auto const a = skua::shared_array<T>::collective(n, block);
      if (skua::here() == a.place_of(1)) a[1] = 42;
      skua::collective::barrier();
      EXPECT_EQ(a[1].get(), 42);
    });
  });
}

TEST(habanero_upcpp, shared_var) {
  at_two_places([] {
    skua::run_spmd([] {
      using T = int;
      T const x = 42;
      auto const v = skua::shared_var<T>::collective(x);
      EXPECT_EQ(v.get(), 42);
    });
  });
}

TEST(habanero_upcpp, global_ptr) {
  at_two_places([] {
    using T = int;
    int const p = 1;
    std::size_t const n = 3;
    skua::global_ptr<T> a = skua::allocate<T>(p, n);
    a[2] = 42;
    EXPECT_EQ(a[2].get(), 42);
    skua::deallocate(a);
  });
}

}  // namespace
