// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits with a timeout, in virtual time: a wait lasts as long as it says if nothing ends it, and an
// event that comes before the timeout ends it.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

#include <skua/skua.hpp>

namespace {

using namespace std::chrono_literals;
using real_clock = std::chrono::steady_clock;

/// Half the length of a wait: far more than the real time that a test takes, by which a wait until
/// a moment of the real clock may be shorter.
constexpr double tolerance = 500;

void simulate(void (*body)()) {
  skua::options settings;
  settings.sim = "places=1,workers=2";
  skua::runtime program{settings};
  program.run(body);
}

/// The virtual seconds that `wait` takes.
template <class Wait>
double seconds_of(Wait const& wait) {
  double const begin = skua::sim::now();
  wait();
  return skua::sim::now() - begin;
}

TEST(virtual_timeouts, of_an_event) {
  simulate([] {
    skua::event e;
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(e.wait_for(1000s)); }), 1000, 0.1);
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(e.wait_until(real_clock::now() + 1000s)); }), 1000, tolerance);
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(e.wait_until(std::chrono::system_clock::now() + 1000s)); }), 1000,
                tolerance);
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(e.wait_for(-1s)); }), 0, 0.1);
  });
}

TEST(virtual_timeouts, of_a_semaphore) {
  simulate([] {
    skua::binary_semaphore s(0);
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(s.try_acquire_for(1000s)); }), 1000, 0.1);
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(s.try_acquire_until(real_clock::now() + 1000s)); }), 1000, tolerance);
    s.release();
    EXPECT_NEAR(seconds_of([&] { EXPECT_TRUE(s.try_acquire_for(1000s)); }), 0, 0.1);
  });
}

TEST(virtual_timeouts, of_a_condition_variable) {
  simulate([] {
    skua::mutex m;
    skua::condition_variable changed;
    std::unique_lock lock(m);
    auto const never = [] { return false; };
    EXPECT_NEAR(seconds_of([&] { EXPECT_EQ(changed.wait_for(lock, 1000s), skua::cv_status::timeout); }), 1000, 0.1);
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(changed.wait_for(lock, 1000s, never)); }), 1000, 0.1);
    EXPECT_NEAR(
        seconds_of([&] { EXPECT_EQ(changed.wait_until(lock, real_clock::now() + 1000s), skua::cv_status::timeout); }),
        1000, tolerance);
    EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(changed.wait_until(lock, real_clock::now() + 1000s, never)); }), 1000,
                tolerance);
    EXPECT_TRUE(lock.owns_lock());
  });
}

TEST(virtual_timeouts, of_a_mutex) {
  simulate([] {
    skua::timed_mutex m;
    std::unique_lock const lock(m);
    skua::finish([&] {
      skua::spawn([&] {
        EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(m.try_lock_for(1000s)); }), 1000, 0.1);
        EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(m.try_lock_until(real_clock::now() + 1000s)); }), 1000, tolerance);
      });
    });
  });
}

TEST(virtual_timeouts, of_a_future) {
  simulate([] {
    skua::promise<int> p;
    skua::future<int> const f = p.get_future();
    EXPECT_NEAR(seconds_of([&] { EXPECT_EQ(f.wait_for(1000s), std::future_status::timeout); }), 1000, 0.1);
    EXPECT_NEAR(seconds_of([&] { EXPECT_EQ(f.wait_until(real_clock::now() + 1000s), std::future_status::timeout); }),
                1000, tolerance);
    skua::shared_future<int> const shared = skua::async([] {
                                              skua::sleep_for(1000s);
                                              return 1;
                                            }).share();
    EXPECT_NEAR(seconds_of([&] { EXPECT_EQ(shared.wait_for(500s), std::future_status::timeout); }), 500, 0.1);
    EXPECT_NEAR(seconds_of([&] { EXPECT_EQ(shared.wait_for(1000s), std::future_status::ready); }), 500, 0.1);
  });
}

TEST(virtual_timeouts, of_a_sleep_until) {
  simulate([] { EXPECT_NEAR(seconds_of([] { skua::sleep_until(real_clock::now() + 1000s); }), 1000, tolerance); });
}

TEST(virtual_timeouts, are_ended_by_what_the_task_waits_for) {
  simulate([] {
    skua::event e;
    skua::binary_semaphore s(0);
    skua::mutex m;
    skua::condition_variable changed;
    bool holds = false;
    double const begin = skua::sim::now();
    skua::finish([&] {
      skua::spawn([&] { EXPECT_TRUE(e.wait_for(1000s)); });
      skua::spawn([&] { EXPECT_TRUE(s.try_acquire_for(1000s)); });
      skua::spawn([&] {
        std::unique_lock lock(m);
        EXPECT_TRUE(changed.wait_for(lock, 1000s, [&] { return holds; }));
      });
      skua::sleep_for(10s);
      e.set();
      s.release();
      std::unique_lock const lock(m);
      holds = true;
      changed.notify_all();
    });
    EXPECT_NEAR(skua::sim::now() - begin, 10, 0.1);
  });
}

// The thread that made the runtime runs the simulation whenever it waits, polls or sleeps.
TEST(virtual_timeouts, of_a_thread_outside_tasks) {
  skua::options settings;
  settings.sim = "places=1,workers=2";
  skua::runtime program{settings};
  auto const real_begin = real_clock::now();
  EXPECT_EQ(skua::async([] { return 7; }).get(), 7);
  skua::event e;
  EXPECT_FALSE(e.wait_for(1000s));
  EXPECT_FALSE(e.wait_until(std::chrono::system_clock::now() + 1000s));
  skua::sleep_for(1000s);
  EXPECT_LT(real_clock::now() - real_begin, 1000s);
  skua::post(skua::on(0), [&e] { e.set(); });
  while (!e.is_set()) continue;
  skua::promise<int> p;
  auto twice = skua::async([f = p.get_future()]() mutable { return 2 * f.get(); });
  EXPECT_EQ(twice.wait_for(1s), std::future_status::timeout);
  p.set_value(4);
  EXPECT_EQ(twice.get(), 8);
}

TEST(virtual_timeouts_death, a_second_thread_is_refused) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  char const* const line = "a thread of the program has called the library, but a simulation runs on one thread";
  EXPECT_DEATH(simulate([] { std::thread([] { skua::spawn([] {}); }).join(); }), line);
  auto const complete_from_a_thread = [] {
    simulate([] {
      skua::promise<void> p;
      auto f = p.get_future();
      skua::spawn([&p] { std::thread([&p] { p.set_value(); }).join(); });
      f.get();
    });
  };
  EXPECT_DEATH(complete_from_a_thread(), line);
}

}  // namespace
