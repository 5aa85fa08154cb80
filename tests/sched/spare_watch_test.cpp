// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spare workers started without a request: for tasks of std::launch::async that spin for one
// another, and in place of workers that sleep in the kernel. Programs that compute get none.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "core_support.hpp"
#include "sched/place.hpp"
#include "sched/spinning_meeting.hpp"

namespace {

using namespace core_test;

struct spare_watch : on_workers {};
INSTANTIATE_TEST_SUITE_P(crew, spare_watch, crews());

/// Sleeps in the kernel until `expected` callers are inside; false after twenty seconds.
class sleeping_meeting {
 public:
  explicit sleeping_meeting(int expected) : missing_(expected) {}
  bool meet() {
    std::unique_lock hold(lock_);
    if (--missing_ == 0) all_.notify_all();
    return all_.wait_for(hold, std::chrono::seconds(20), [&] { return missing_ <= 0; });
  }

 private:
  std::mutex lock_;
  std::condition_variable all_;
  int missing_;
};

TEST_P(spare_watch, promised_tasks_that_spin_for_one_another_end) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a spinning task keeps what it has queued";
  run([&] {
    int const n = workers() + 6;
    spinning_meeting all(n);
    std::vector<skua::future<bool>> met;
    for (int i = 0; i < n; ++i) met.push_back(skua::async(std::launch::async, [&] { return all.meet(); }));
    for (auto& f : met) EXPECT_TRUE(f.get());
  });
}

TEST_P(spare_watch, promised_tasks_of_a_plain_thread_start_though_all_workers_spin) {
  skua::runtime place{settings()};
  spinning_meeting all(workers() + 2);
  std::thread plain([&] {
    std::vector<skua::future<bool>> met;
    for (int i = 0; i < workers() + 1; ++i) met.push_back(skua::async(std::launch::async, [&] { return all.meet(); }));
    for (auto& f : met) EXPECT_TRUE(f.get());
  });
  place.run([&] { EXPECT_TRUE(all.meet()); });
  plain.join();
}

TEST_P(spare_watch, tasks_that_sleep_in_the_kernel_for_one_another_end) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a sleeping task keeps what it has queued";
  run([&] {
    int const n = workers() + 10;
    sleeping_meeting all(n);
    std::atomic<int> met{0};
    skua::finish([&] {
      for (int i = 0; i < n; ++i) skua::spawn([&] { met += all.meet() ? 1 : 0; });
    });
    EXPECT_EQ(met, n);
  });
}

// A task that has started and is suspended has the same promise when it may go on.
TEST_P(spare_watch, promised_tasks_go_on_though_all_workers_spin) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a spinning task keeps what it has queued";
  run([&] {
    skua::event go;
    std::atomic<int> waiting{0};
    spinning_meeting all(workers() + 3);
    std::vector<skua::future<bool>> met;
    for (int i = 0; i < 3; ++i) {
      met.push_back(skua::async(std::launch::async, [&] {
        ++waiting;
        go.wait();
        return all.meet();
      }));
    }
    EXPECT_TRUE(sync_test::comes_true([&] { return waiting.load() == 3; }));
    for (int i = 1; i < workers(); ++i) met.push_back(skua::async(std::launch::async, [&] { return all.meet(); }));
    go.set();
    EXPECT_TRUE(all.meet());
    for (auto& f : met) EXPECT_TRUE(f.get());
  });
}

int threads_of_this_place() {
  auto const* const p = static_cast<skua::sched::place const*>(skua::sched::self()->at);
  return p->crew_size.load(std::memory_order_relaxed);
}

TEST_P(spare_watch, tasks_that_compute_get_no_spare_worker) {
  run([&] {
    std::atomic<long> sum{0};
    skua::finish([&] {
      for (int i = 0; i < 20; ++i) {
        skua::spawn([&, i] {
          auto const until = sync_test::steady::now() + std::chrono::milliseconds(10);
          auto x = static_cast<unsigned>(i);
          while (sync_test::steady::now() < until) x = x * 5 + 1;
          sum += x != 0;
        });
      }
    });
    EXPECT_EQ(sum, 20);
    EXPECT_EQ(threads_of_this_place(), workers());
  });
}

TEST_P(spare_watch, spares_retire_when_the_sleepers_are_awake) {
  if (thread_sanitizer) GTEST_SKIP() << "without forced exposure a sleeping task keeps what it has queued";
  run([&] {
    int const n = workers() + 3;
    sleeping_meeting all(n);
    skua::finish([&] {
      for (int i = 0; i < n; ++i) skua::spawn([&] { EXPECT_TRUE(all.meet()); });
    });
    auto const* const p = static_cast<skua::sched::place const*>(skua::sched::self()->at);
    EXPECT_GT(threads_of_this_place(), workers());
    EXPECT_TRUE(sync_test::comes_true([&] { return p->spare_demand.wanted() == 0; }));
  });
}

}  // namespace
