// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section HPX of docs/coming_from.md.
#include "docs/rows.hpp"

namespace {

using namespace row_test;

TEST(hpx, post) {
  at_one_place([] {
    std::atomic<int> total{0};
    int const x = 42;
    auto const f = [&](int n) { total += n; };
    skua::finish([&] { skua::spawn(f, x); });
    EXPECT_EQ(total, 42);
  });
}

TEST(hpx, then) {
  at_one_place([] {
    auto a = skua::async([] { return 41; });
    auto const f = [](skua::future<int> ready) { return ready.get() + 1; };
    EXPECT_EQ(a.then(f).get(), 42);
  });
}

TEST(hpx, when_all) {
  at_one_place([] {
    auto const a = skua::async([] { return 40; }).share();
    auto const b = skua::async([] { return 2; }).share();
    auto const [x, y] = skua::when_all(a, b).get();
    EXPECT_EQ(x.get() + y.get(), 42);
    EXPECT_LT(skua::when_any(a, b).get().index, 2u);
  });
}

TEST(hpx, dataflow) {
  at_one_place([] {
    auto const a = skua::async([] { return 40; }).share();
    auto const b = skua::async([] { return 2; }).share();
    auto const f = [a, b] { return a.get() + b.get(); };
    EXPECT_EQ(skua::async(skua::after(a, b), f).get(), 42);
  });
}

TEST(hpx, coroutine) {
  at_one_place([] {
    auto const f = [](skua::future<int> a) -> skua::task<int> { co_return co_await a + 2; };
    EXPECT_EQ(skua::async(f, skua::async([] { return 40; })).get(), 42);
  });
}

TEST(hpx, task_group) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    auto const g = f;
    skua::finish([&] {
      skua::spawn(f);
      skua::spawn(g);
    });
    EXPECT_EQ(calls, 2);
  });
}

TEST(hpx, synchronisation) {
  at_one_place([] {
    skua::mutex m;
    skua::condition_variable cv;
    skua::latch l(1);
    skua::barrier<> b(1);
    {
      std::lock_guard lock(m);
      cv.notify_one();
    }
    l.count_down();
    l.wait();
    b.arrive_and_wait();
  });
}

TEST(hpx, stop_token) {
  at_one_place([] {
    skua::finish_result const r = skua::finish([](skua::scope s) {
      skua::spawn([] {
        std::stop_token const stop = skua::stop_token();
        while (!stop.stop_requested()) skua::yield();
      });
      s.cancel();
    });
    EXPECT_TRUE(r.cancelled());
  });
}

TEST(hpx, priority) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(skua::urgent, f); });
    EXPECT_EQ(calls, 1);
  });
}

/// An object with a state of its own at each place.
class component {
 public:
  explicit component(int n) : n_(n) {}
  int count() { return ++n_; }

 private:
  int n_;
};

TEST(hpx, component) {
  at_two_places([] {
    using C = component;
    int const p = 1;
    int const x = 41;
    skua::place_local<C> c(x);
    EXPECT_EQ(skua::at(p, [c] { return c->count(); }), 42);
  });
}

TEST(hpx, collectives) {
  at_two_places([] {
    skua::run_spmd([] {
      int const x = skua::here() + 1;
      auto const op = std::plus<>();
      skua::collective::barrier();
      EXPECT_EQ(skua::collective::allreduce(x, op), 3);
    });
  });
}

TEST(hpx, partitioned_vector) {
  at_two_places([] {
    using T = int;
    std::size_t const n = 10;
    skua::shared_array<T> v(n);
    v[9] = 42;
    EXPECT_EQ(v[9].get(), 42);
  });
}

}  // namespace
