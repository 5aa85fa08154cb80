// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section X10 of docs/coming_from.md, row by row.
#include "docs/rows.hpp"

namespace {

using namespace row_test;

// row: X10: async S
TEST(x10, async) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(f); });
    EXPECT_EQ(calls, 1);
  });
}

// row: X10: finish S
TEST(x10, finish) {
  at_two_places([] {
    skua::count calls;
    auto const f = [calls] { skua::spawn(skua::on(1), [calls] { skua::spawn([calls] { ++calls; }); }); };
    skua::finish(f);
    EXPECT_EQ(calls.get(), 1u);
  });
}

// row: X10: at (p) S
TEST(x10, at) {
  at_two_places([] {
    int const p = 1;
    std::string const x = "tern";
    auto const f = [](std::string const& s) { return s + std::to_string(skua::here()); };
    EXPECT_EQ(skua::at(p, f, x), "tern1");
  });
}

// row: X10: at (p) async S
TEST(x10, at_async) {
  at_two_places([] {
    int const p = 1;
    auto const f = [] { EXPECT_EQ(skua::here(), 1); };
    skua::finish([&] { skua::spawn(skua::on(p), f); });
  });
}

// row: X10: @Uncounted async S
TEST(x10, uncounted_async) {
  static std::atomic<int> calls;
  calls = 0;
  at_one_place([] {
    auto const f = [] { ++calls; };
    skua::post(skua::on(skua::here()), f);
  });
  EXPECT_EQ(calls, 1);
}

// row: X10: here, Place.places(), Place.numPlaces()
TEST(x10, here_and_places) {
  at_two_places([] {
    EXPECT_EQ(skua::here(), 0);
    EXPECT_EQ(skua::place_set::all().size(), skua::places());
  });
}

// row: X10: finish (Reducible) { … offer x; … }
TEST(x10, offer) {
  at_two_places([] {
    skua::sum<long> r;
    skua::finish([&] {
      for (long i = 1; i <= 4; ++i) {
        auto const f = [r](long x) { r += x; };
        skua::spawn(skua::any, f, i);
      }
    });
    EXPECT_EQ(r.get(), 10);
  });
}

// row: X10: clocked finish, clocked async S
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

// row: X10: Clock.advanceAll()
TEST(x10, advance_all) {
  at_one_place([] {
    skua::finish([] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      ph.next();
      EXPECT_EQ(ph.phase(), 1u);
    });
  });
}

// row: X10: c.resume()
TEST(x10, resume) {
  at_one_place([] {
    skua::finish([] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      ph.signal();
      ph.wait();
      EXPECT_EQ(ph.phase(), 1u);
    });
  });
}

// row: X10: c.drop()
TEST(x10, drop) {
  at_one_place([] {
    skua::finish([] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      ph.drop();
      EXPECT_FALSE(ph.registered());
    });
  });
}

// row: X10: atomic S
TEST(x10, atomic) {
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

// row: X10: when (c) S
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

// row: X10: PlaceLocalHandle.make[T](places, init)
TEST(x10, place_local_handle) {
  at_two_places([] {
    using T = std::vector<int>;
    std::size_t const n = 3;
    skua::place_local<T> x(n);
    EXPECT_EQ(skua::at(1, [x] { return x->size(); }), 3u);
  });
}

// row: X10: GlobalRef[T]
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

// row: X10: DistArray
TEST(x10, dist_array) {
  at_two_places([] {
    using T = int;
    std::size_t const n = 10;
    skua::shared_array<T> a(n);
    auto const f = [](std::size_t i, T& x) { x = static_cast<T>(i); };
    skua::finish([&] { skua::for_async(a, f); });
    EXPECT_EQ(a[9].get(), 9);
  });
}

// row: X10: Rail.asyncCopy(…)
TEST(x10, async_copy) {
  at_two_places([] {
    std::size_t const n = 4;
    auto const a = skua::allocate_unique<int>(0, n);
    auto const b = skua::allocate_unique<int>(1, n);
    for (int i = 0; i < 4; ++i) a[i] = i;
    auto const source = a.get();
    auto const target = b.get();
    skua::copy(source, target, n).get();
    EXPECT_EQ(b[3].get(), 3);
  });
}

// row: X10: Team.WORLD.allreduce(…), Team.WORLD.barrier()
TEST(x10, team) {
  at_two_places([] {
    skua::run_spmd([] {
      int const x = skua::here() + 1;
      EXPECT_EQ(skua::collective::allreduce(x, std::plus<>()), 3);
      skua::collective::barrier();
    });
  });
}

// row: X10: Place.places().broadcastFlat(f)
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

// row: X10: GLB, TaskQueue
TEST(x10, glb) {
  at_two_places([] {
    skua::sum<long> r;
    int const depth = 5;
    skua::finish([&] { skua::spawn(skua::any, visit, depth, r); });
    EXPECT_EQ(r.get(), 364);
  });
}

}  // namespace
