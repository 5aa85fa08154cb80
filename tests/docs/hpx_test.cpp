// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section HPX of docs/coming_from.md, row by row.
#include "docs/rows.hpp"

namespace {

using namespace row_test;

// row: HPX: init, hpx_main, find_here(), get_num_localities()
TEST(hpx, init) {
  int argc = 1;
  char name[] = "program";
  char* argv[] = {name, nullptr};
  auto const body = [] { return skua::here() + skua::places(); };
  EXPECT_EQ(skua::run(argc, argv, body), 1);
}

// row: HPX: async(f, x)
TEST(hpx, async) {
  at_one_place([] {
    int const x = 41;
    auto const f = [](int n) { return n + 1; };
    EXPECT_EQ(skua::async(f, x).get(), 42);
  });
}

// row: HPX: post(f, x)
TEST(hpx, post) {
  at_one_place([] {
    std::atomic<int> total{0};
    int const x = 42;
    auto const f = [&](int n) { total += n; };
    skua::finish([&] { skua::spawn(f, x); });
    EXPECT_EQ(total, 42);
  });
}

// row: HPX: a.then(f)
TEST(hpx, then) {
  at_one_place([] {
    auto a = skua::async([] { return 41; });
    auto const f = [](skua::future<int> ready) { return ready.get() + 1; };
    EXPECT_EQ(a.then(f).get(), 42);
  });
}

// row: HPX: when_all(a, b), when_any(a, b)
TEST(hpx, when_all) {
  at_one_place([] {
    auto const a = skua::async([] { return 40; }).share();
    auto const b = skua::async([] { return 2; }).share();
    auto const [x, y] = skua::when_all(a, b).get();
    EXPECT_EQ(x.get() + y.get(), 42);
    EXPECT_LT(skua::when_any(a, b).get().index, 2u);
  });
}

// row: HPX: dataflow(f, a, b)
TEST(hpx, dataflow) {
  at_one_place([] {
    auto const a = skua::async([] { return 40; }).share();
    auto const b = skua::async([] { return 2; }).share();
    auto const f = [a, b] { return a.get() + b.get(); };
    EXPECT_EQ(skua::async(skua::after(a, b), f).get(), 42);
  });
}

// row: HPX: co_await a
TEST(hpx, coroutine) {
  at_one_place([] {
    auto const f = [](skua::future<int> a) -> skua::task<int> { co_return co_await a + 2; };
    EXPECT_EQ(skua::async(f, skua::async([] { return 40; })).get(), 42);
  });
}

// row: HPX: experimental::task_group
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

// row: HPX: experimental::for_loop(par, 0, n, f)
TEST(hpx, for_loop) {
  at_one_place([] {
    int const n = 1000;
    std::atomic<int> calls{0};
    auto const f = [&](std::int64_t) { ++calls; };
    skua::finish([&] { skua::for_async(n, f); });
    EXPECT_EQ(calls, n);
  });
}

// row: HPX: reduce(par, …), experimental::reduction(s, 0L, op)
TEST(hpx, reduction) {
  at_one_place([] {
    skua::sum<long> s;
    auto const f = [s](std::int64_t x) { s += x; };
    skua::finish([&] { skua::for_async(101, f); });
    EXPECT_EQ(s.get(), 5050);
  });
}

// row: HPX: mutex, condition_variable, latch, barrier
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

// row: HPX: this_thread::sleep_for(t), this_thread::yield()
TEST(hpx, sleep_for) {
  at_one_place([] {
    auto const t = 1ms;
    skua::sleep_for(t);
    skua::yield();
  });
}

// row: HPX: jthread, stop_token
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

// row: HPX: threads::thread_priority::high
TEST(hpx, priority) {
  at_one_place([] {
    std::atomic<int> calls{0};
    auto const f = [&] { ++calls; };
    skua::finish([&] { skua::spawn(skua::urgent, f); });
    EXPECT_EQ(calls, 1);
  });
}

// row: HPX: HPX_PLAIN_ACTION(f, act), async(act(), p, x)
TEST(hpx, action) {
  at_two_places([] {
    int const p = 1;
    std::string const x = "tern";
    auto const f = [](std::string const& s) { return s + std::to_string(skua::here()); };
    EXPECT_EQ(skua::async(skua::on(p), f, x).get(), "tern1");
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

// row: HPX: new_<C>(p, x), component actions
TEST(hpx, component) {
  at_two_places([] {
    using C = component;
    int const p = 1;
    int const x = 41;
    skua::place_local<C> c(x);
    EXPECT_EQ(skua::at(p, [c] { return c->count(); }), 42);
  });
}

// row: HPX: distributed::barrier, collectives::all_reduce(…)
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

// row: HPX: partitioned_vector<T> v(n)
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
