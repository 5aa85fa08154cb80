// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spare workers that start without a request: for tasks of std::launch::async that spin for each
// other, and for workers that sleep in the kernel. Computing programs get none.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "core/place.hpp"

#include <skua/detail/core/self.hpp>
#include "core_support.hpp"
#include "sched/spinning_meeting.hpp"

namespace {

using namespace core_test;
using namespace std::chrono_literals;

WORKERS_SUITE(spare_watch);

/// Sleeps in the kernel until `expected` callers are inside; false after twenty seconds.
class sleeping_meeting {
 public:
  explicit sleeping_meeting(int expected) : missing_(expected) {}
  bool meet() {
    std::unique_lock hold(lock_);
    if (--missing_ == 0) complete_.notify_all();
    return complete_.wait_for(hold, std::chrono::seconds(20), [&] { return missing_ <= 0; });
  }

 private:
  std::mutex lock_;
  std::condition_variable complete_;
  int missing_;
};

TASK_TEST_P(spare_watch, promised_tasks_that_spin_for_one_another_end) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a spinning task keeps what it has queued";
  int const n = skua::workers() + 6;
  spinning_meeting meeting(n);
  std::vector<skua::future<bool>> met;
  for (int i = 0; i < n; ++i) met.push_back(skua::async(std::launch::async, [&] { return meeting.meet(); }));
  for (auto& f : met) EXPECT_TRUE(f.get());
}

TEST_P(spare_watch, promised_tasks_of_a_plain_thread_start_though_all_workers_spin) {
  skua::runtime place{settings()};
  spinning_meeting meeting(workers() + 2);
  std::thread plain([&] {
    std::vector<skua::future<bool>> met;
    for (int i = 0; i < workers() + 1; ++i)
      met.push_back(skua::async(std::launch::async, [&] { return meeting.meet(); }));
    for (auto& f : met) EXPECT_TRUE(f.get());
  });
  place.run([&] { EXPECT_TRUE(meeting.meet()); });
  plain.join();
}

TASK_TEST_P(spare_watch, tasks_that_sleep_in_the_kernel_for_one_another_end) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a sleeping task keeps what it has queued";
  int const n = skua::workers() + 10;
  sleeping_meeting meeting(n);
  std::atomic<int> met{0};
  skua::finish([&] {
    for (int i = 0; i < n; ++i) skua::spawn([&] { met += meeting.meet() ? 1 : 0; });
  });
  EXPECT_EQ(met, n);
}

// A started task that was suspended has the same guarantee once it is ready again.
TASK_TEST_P(spare_watch, promised_tasks_go_on_though_all_workers_spin) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a spinning task keeps what it has queued";
  skua::event start;
  std::atomic<int> waiting{0};
  spinning_meeting meeting(skua::workers() + 3);
  std::vector<skua::future<bool>> met;
  for (int i = 0; i < 3; ++i) {
    met.push_back(skua::async(std::launch::async, [&] {
      ++waiting;
      start.wait();
      return meeting.meet();
    }));
  }
  EXPECT_TRUE(sync_test::comes_true([&] { return waiting.load() == 3; }));
  for (int i = 1; i < skua::workers(); ++i)
    met.push_back(skua::async(std::launch::async, [&] { return meeting.meet(); }));
  start.set();
  EXPECT_TRUE(meeting.meet());
  for (auto& f : met) EXPECT_TRUE(f.get());
}

int threads_of_this_place() {
  auto const* const p = static_cast<skua::sched::place const*>(skua::sched::self()->place);
  return p->started_workers.load(std::memory_order_relaxed);
}

TASK_TEST_P(spare_watch, tasks_that_compute_get_no_spare_worker) {
  std::atomic<long> sum{0};
  skua::finish([&] {
    for (int i = 0; i < 20; ++i) {
      skua::spawn([&, i] {
        auto const deadline = sync_test::steady::now() + std::chrono::milliseconds(10);
        auto x = static_cast<unsigned>(i);
        while (sync_test::steady::now() < deadline) x = x * 5 + 1;
        sum += x != 0;
      });
    }
  });
  EXPECT_EQ(sum, 20);
  EXPECT_EQ(threads_of_this_place(), skua::workers());
}

// The service thread turns itself off while the only worker sleeps in the kernel, unless a push
// wakes a worker that takes the task. The spare worker of the blocking section is in surplus here.
TASK_TEST_P(spare_watch, a_task_pushed_after_a_long_sleep_beside_a_surplus_spare_starts) {
  skua::blocking([] { std::this_thread::sleep_for(50ms); });
  std::this_thread::sleep_for(200ms);
  std::promise<void> started;
  skua::finish([&] {
    skua::spawn([&] { started.set_value(); });
    EXPECT_EQ(started.get_future().wait_for(20s), std::future_status::ready);
  });
}

// A worker in a blocking section that computes is not asleep. Its spare worker is, so it needs
// another one.
TASK_TEST_P(spare_watch, a_spare_that_sleeps_in_the_kernel_is_replaced_beside_a_computing_section) {
  if (skua::workers() != 1) GTEST_SKIP() << "the other workers take the tasks";
  std::promise<void> first;
  std::atomic<bool> done{false};
  skua::finish([&] {
    skua::spawn([&] {
      EXPECT_EQ(first.get_future().wait_for(20s), std::future_status::ready);
      done = true;
    });
    skua::spawn([&] { first.set_value(); });
    skua::blocking([&] {
      while (!done) std::this_thread::yield();
    });
  });
}

TASK_TEST_P(spare_watch, spares_retire_when_the_sleepers_are_awake) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a sleeping task keeps what it has queued";
  int const n = skua::workers() + 3;
  sleeping_meeting meeting(n);
  skua::finish([&] {
    for (int i = 0; i < n; ++i) skua::spawn([&] { EXPECT_TRUE(meeting.meet()); });
  });
  auto const* const p = static_cast<skua::sched::place const*>(skua::sched::self()->place);
  EXPECT_GT(threads_of_this_place(), skua::workers());
  EXPECT_TRUE(sync_test::comes_true([&] { return p->spares.demand.wanted() == 0; }));
}

}  // namespace
