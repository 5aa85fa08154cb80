// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section X10 of docs/coming_from.md.
#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(x10, uncounted_async) {
  static std::atomic<int> calls;
  calls = 0;
  at_one_place([] {
    auto const f = [] { ++calls; };
    skua::post(skua::on(skua::here()), f);
  });
  EXPECT_EQ(calls, 1);
}

TEST(x10, clocked) {
  at_one_place([] {
    std::atomic<int> arrived{0};
    skua::finish([&] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      auto const f = [&arrived, ph] {
        ++arrived;
        ph.next();
        EXPECT_EQ(arrived, 2);
      };
      skua::spawn(skua::phased(ph), f);
      skua::spawn(skua::phased(ph), f);
      ph.drop();
    });
  });
}

TEST(x10, when) {
  at_one_place([] {
    skua::mutex m;
    skua::condition_variable cv;
    bool is_open = false;
    skua::finish([&] {
      skua::spawn([&] {
        auto const c = [&] { return is_open; };
        std::unique_lock lock(m);
        cv.wait(lock, c);
        EXPECT_TRUE(is_open);
      });
      std::lock_guard lock(m);
      is_open = true;
      cv.notify_all();
    });
  });
}

TEST(x10, place_local_handle) {
  at_two_places([] {
    using T = std::vector<int>;
    std::size_t const n = 3;
    skua::place_local<T> x(n);
    EXPECT_EQ(skua::at(1, [x] { return x->size(); }), 3u);
  });
}

TEST(x10, global_ref) {
  at_two_places([] {
    using T = double;
    int const p = 1;
    skua::global_ptr<T> r = skua::new_<T>(p, 0.5);
    *r = *r * 2;
    EXPECT_EQ(r[0].get(), 1);
    skua::delete_(r);
  });
}

TEST(x10, team) {
  at_two_places([] {
    skua::run_spmd([] {
      int const x = skua::here() + 1;
      EXPECT_EQ(skua::collective::allreduce(x, std::plus<>()), 3);
      skua::collective::barrier();
    });
  });
}

TEST(x10, broadcast_flat) {
  at_two_places([] {
    skua::count calls;
    auto const f = [calls] { ++calls; };
    skua::run_spmd(f);
    EXPECT_EQ(calls.get(), 2u);
  });
}

/// A tree whose nodes any place may visit.
void visit(int depth, skua::sum<long> r) {
  r += 1;
  for (int i = 0; depth > 0 && i < 3; ++i) skua::spawn(skua::any, visit, depth - 1, r);
}

TEST(x10, glb) {
  at_two_places([] {
    skua::sum<long> r;
    int const depth = 5;
    skua::finish([&] { skua::spawn(skua::any, visit, depth, r); });
    EXPECT_EQ(r.get(), 364);
  });
}

}  // namespace
