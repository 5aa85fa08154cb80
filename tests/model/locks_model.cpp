// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The explorer on small synchronisation: locks, races, sleeping, spinning, lifetimes,
// and its own failure modes.
#include <gtest/gtest.h>

#include <stdexcept>

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::named;
using model::options;
using namespace model::orders;

struct shared {
  atomic<int> other{0};
  atomic<int> turn{0};
  model::var<int> data{0};
};

auto spinlock(std::memory_order acquire_order, std::memory_order release_order) {
  return [=](model::execution& run) {
    shared& s = run.make<shared>();
    for (int i = 0; i < 3; ++i) {
      run.thread([&s, acquire_order, release_order] {
        while (s.turn.exchange(1, acquire_order) == 1) model::cpu_relax();
        s.data = s.data + 1;
        s.turn.store(0, release_order);
      });
    }
    run.finally([&s] { model::check(s.data == 3, "an update is lost"); });
  };
}

TEST(locks, spinlock_needs_acquire_and_release) {
  EXPECT_TRUE(holds(model::explore(named("spinlock"), spinlock(acquire, release))));
  EXPECT_TRUE(caught(named("spinlock.no_release"), spinlock(acquire, relaxed), "data race"));
  EXPECT_TRUE(caught(named("spinlock.no_acquire"), spinlock(relaxed, release), "data race"));
}

// A sleeper that tests, and then sleeps without a comparison, loses a wake-up in between.
auto sleeping(bool compare) {
  return [=](model::execution& run) {
    shared& s = run.make<shared>();
    run.thread([&s, compare] {
      while (s.turn.load(acquire) == 0) model::wait(compare ? s.turn : s.other, 0);
      model::check(s.data == 7, "woken too early");
    });
    run.thread([&s, compare] {
      s.data = 7;
      s.turn.store(1, release);
      model::wake(compare ? s.turn : s.other);
    });
  };
}

TEST(locks, wake_up_is_lost_without_a_comparison) {
  EXPECT_TRUE(holds(model::explore(named("futex"), sleeping(true))));
  EXPECT_TRUE(caught(named("futex.lost"), sleeping(false), "deadlock"));
}

TEST(locks, timed_wait_ends_both_ways) {
  bool timed_out = false;
  bool woken = false;
  EXPECT_TRUE(holds(model::explore(named("futex.timed"), [&](model::execution& run) {
    shared& s = run.make<shared>();
    run.thread([&s, &timed_out, &woken] {
      bool const in_time = model::wait_timed(s.turn, 0);
      (in_time ? woken : timed_out) = true;
    });
    run.thread([&s] {
      s.turn.store(1);
      s.turn.notify_one();
    });
  })));
  EXPECT_TRUE(timed_out);
  EXPECT_TRUE(woken);
}

TEST(locks, wake_one_wakes_any_one) {
  auto const body = [](std::size_t how_many) {
    return [how_many](model::execution& run) {
      shared& s = run.make<shared>();
      for (int i = 0; i < 2; ++i) run.thread([&s] { s.turn.wait(0, relaxed); });
      run.thread([&s, how_many] {
        s.turn.store(1, relaxed);
        model::wake(s.turn, how_many);
      });
    };
  };
  EXPECT_TRUE(holds(model::explore(named("wake.all"), body(2))));
  EXPECT_TRUE(caught(named("wake.one"), body(1), "T2 sleeps"));
  EXPECT_TRUE(caught(named("wake.one"), body(1), "deadlock"));
}

TEST(locks, spinning_for_ever_is_reported) {
  EXPECT_TRUE(caught(
      named("spin.none"),
      [](model::execution& run) {
        shared& s = run.make<shared>();
        run.thread([&s] {
          while (s.turn.load(relaxed) == 0) model::cpu_relax();
        });
        run.thread([&s] { s.other.store(1, relaxed); });
      },
      "spins and no thread will write"));
  EXPECT_TRUE(caught(
      named("spin.busy"),
      [](model::execution& run) {
        shared& s = run.make<shared>();
        run.thread([&s] {
          while (s.turn.load(relaxed) == 0) {
          }
        });
      },
      "livelock"));
}

// A frame on the owner's stack. The owner leaves it as soon as the other thread stores 0. That
// store must be the last access of the other thread, and a release.
auto frame(std::memory_order give_back, bool touch_again) {
  return [=](model::execution& run) {
    auto& frame_address = run.make<atomic<atomic<int>*>>(nullptr);
    run.thread([&frame_address] {
      atomic<int> on_stack{1};
      frame_address.store(&on_stack, release);
      while (on_stack.load(acquire) != 0) model::cpu_relax();
    });
    run.thread([&frame_address, give_back, touch_again] {
      atomic<int>* word = nullptr;
      while ((word = frame_address.load(acquire)) == nullptr) model::cpu_relax();
      word->store(0, give_back);
      if (touch_again) model::wake(*word);
    });
  };
}

TEST(locks, uses_after_the_end_are_found) {
  EXPECT_TRUE(caught(named("frame.unordered"), frame(relaxed, false), "may still be under way"));
  EXPECT_TRUE(caught(named("frame.touched"), frame(release, true), "does not exist"));
}

auto counted_frame(std::memory_order give_back) {
  return [=](model::execution& run) {
    auto& frame_address = run.make<atomic<atomic<int>*>>(nullptr);
    run.thread([&frame_address] {
      atomic<int> on_stack{1};
      frame_address.store(&on_stack, release);
      while (on_stack.load(acquire) != 0) model::cpu_relax();
    });
    run.thread([&frame_address, give_back] {
      atomic<int>* word = nullptr;
      while ((word = frame_address.load(acquire)) == nullptr) model::cpu_relax();
      word->load(relaxed);
      word->fetch_sub(1, give_back);
    });
  };
}

TEST(locks, a_counted_frame_may_end) {
  EXPECT_TRUE(holds(model::explore(named("frame.counted"), counted_frame(std::memory_order_acq_rel))));
  EXPECT_TRUE(caught(named("frame.counted_relaxed"), counted_frame(relaxed), "may still be under way"));
}

TEST(locks, other_failures_are_reported) {
  EXPECT_TRUE(caught(
      named("throws"), [](model::execution& run) { run.thread([] { throw std::runtime_error("out of fish"); }); },
      "out of fish"));
  EXPECT_TRUE(caught(named("setup"), [](model::execution&) { model::check(false, "in the body"); }, "in the body"));
  EXPECT_TRUE(caught(
      named("final"), [](model::execution& run) { run.finally([] { model::check(false, "at the end"); }); },
      "at the end"));
  int executions = 0;
  model::result const r = model::explore(named("clock"), [&executions](model::execution& run) {
    shared& s = run.make<shared>();
    for (int i = ++executions; i < 4; ++i) run.thread([&s] { s.turn.fetch_add(1, relaxed); });
  });
  EXPECT_NE(r.failure.find("not deterministic"), std::string::npos) << r.report();
}

TEST(locks, mutations_are_planted_by_name) {
  options o = named("planted");
  auto const body = [](model::execution& run) {
    run.thread([] { model::check(!model::mutated("test.planted"), "planted"); });
  };
  EXPECT_TRUE(holds(model::explore(o, body)));
  o.mutation = "test.planted";
  EXPECT_TRUE(caught(o, body, "planted"));
}

TEST(locks, an_atomic_from_outside_starts_every_execution_anew) {
  static atomic<int> outside{5};
  EXPECT_TRUE(holds(model::explore(named("outside"), [](model::execution& run) {
    for (int i = 0; i < 2; ++i) run.thread([] { outside.fetch_add(1, relaxed); });
    run.finally([] { model::check(outside.load(relaxed) == 7, "kept its value"); });
  })));
}

}  // namespace
