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
  skua::runtime program{{.sim = "places=1,workers=2"}};
  program.run(body);
}

/// The virtual seconds that `wait` takes.
template <class Wait>
double seconds_of(Wait const& wait) {
  double const begin = skua::sim::now();
  wait();
  return skua::sim::now() - begin;
}

TEST(virtual_timeouts, last_as_long_as_they_say) {
  simulate([] {
    auto const lasts = [](double expected, auto const& wait, double near = 0.1) {
      EXPECT_NEAR(seconds_of([&] { EXPECT_FALSE(wait()); }), expected, near);
    };
    auto const later = [] { return real_clock::now() + 1000s; };
    auto const never = [] { return false; };
    skua::event e;
    lasts(1000, [&] { return e.wait_for(1000s); });
    lasts(1000, [&] { return e.wait_until(later()); }, tolerance);
    lasts(1000, [&] { return e.wait_until(std::chrono::system_clock::now() + 1000s); }, tolerance);
    lasts(0, [&] { return e.wait_for(-1s); });
    skua::binary_semaphore s(0);
    lasts(1000, [&] { return s.try_acquire_for(1000s); });
    lasts(1000, [&] { return s.try_acquire_until(later()); }, tolerance);
    skua::mutex m;
    skua::condition_variable changed;
    std::unique_lock lock(m);
    lasts(1000, [&] { return changed.wait_for(lock, 1000s) != skua::cv_status::timeout; });
    lasts(1000, [&] { return changed.wait_for(lock, 1000s, never); });
    lasts(1000, [&] { return changed.wait_until(lock, later()) != skua::cv_status::timeout; }, tolerance);
    lasts(1000, [&] { return changed.wait_until(lock, later(), never); }, tolerance);
    EXPECT_TRUE(lock.owns_lock());
    skua::timed_mutex held;
    std::unique_lock const owner(held);
    skua::async([&] {
      lasts(1000, [&] { return held.try_lock_for(1000s); });
      lasts(1000, [&] { return held.try_lock_until(later()); }, tolerance);
    }).get();
    skua::promise<int> p;
    skua::future<int> const f = p.get_future();
    lasts(1000, [&] { return f.wait_for(1000s) != std::future_status::timeout; });
    lasts(1000, [&] { return f.wait_until(later()) != std::future_status::timeout; }, tolerance);
    skua::shared_future<int> const shared = skua::async([] {
                                              skua::sleep_for(1000s);
                                              return 1;
                                            }).share();
    lasts(500, [&] { return shared.wait_for(500s) != std::future_status::timeout; });
    lasts(500, [&] { return shared.wait_for(1000s) != std::future_status::ready; });
    lasts(1000, [&] { return skua::sleep_until(later()), false; }, tolerance);
  });
}

// The shortest period is a millisecond.
TEST(virtual_timeouts, between_reports_of_a_reducer) {
  simulate([] {
    int reports = 0;
    skua::finish([&] {
      skua::count const total;
      total.every(0ns, [&](std::uint64_t) { ++reports; });
      skua::sleep_for(100ms);
    });
    EXPECT_NEAR(reports, 100, 10);
  });
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
  skua::runtime program{{.sim = "places=1,workers=2"}};
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
