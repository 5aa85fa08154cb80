// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More workers than processors: workers without work fall asleep and use no processor time, and the
// run ends.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <skua/skua.hpp>

#include "core/place.hpp"
#include "core_support.hpp"
#include "sched/spinning_meeting.hpp"

namespace {

using namespace std::chrono_literals;

/// What this process has used since it started: processor seconds, and how often a thread gave up
/// or lost its processor.
struct usage {
  double seconds = 0;
  long switches = 0;
};

usage usage_now() {
  rusage u{};
  ::getrusage(RUSAGE_SELF, &u);
  auto const seconds = [](timeval const& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {seconds(u.ru_utime) + seconds(u.ru_stime), u.ru_nvcsw + u.ru_nivcsw};
}

skua::options workers(int n) { return {.workers = n}; }

/// Waits until all workers except that of the calling task sleep; false after 60 s.
bool others_fall_asleep(int n) {
  skua::sched::place const& p = *static_cast<skua::sched::place*>(skua::sched::place_here());
  for (auto const deadline = std::chrono::steady_clock::now() + 60s; std::chrono::steady_clock::now() < deadline;) {
    if (p.gate.sleepers() >= n - 1) return true;  // more: spare workers
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

constexpr int scopes = core_test::fewer(2'000, 200);
/// Processor seconds in an idle second, of all workers together; a sanitizer has its own threads.
constexpr double most_load = test_support::sanitized ? 0.05 : 0.01;
/// Some virtual machines charge a wake-up with milliseconds in which another machine had the
/// processor. Even there few wake-ups are idle, up to this load; a worker that spins has more.
constexpr long few_switches = 250;
constexpr double most_load_of_few = 0.25;

bool is_idle(usage const& u) {
  return u.seconds <= most_load || (u.switches <= few_switches && u.seconds <= most_load_of_few);
}

class idle : public testing::TestWithParam<int> {};

/// What this process uses in one second in which nothing happens: the first of five seconds that is
/// idle, because the last worker may not be asleep yet; else the last one.
template <class Sleep>
usage usage_of_idle_second(Sleep const& sleep_one_second) {
  usage used;
  for (int i = 0; i < 5; ++i) {
    usage const start = usage_now();
    sleep_one_second();
    usage const end = usage_now();
    used = {end.seconds - start.seconds, end.switches - start.switches};
    if (is_idle(used)) break;
  }
  return used;
}

class idle_second : public testing::TestWithParam<int> {};

// A fault found here: each worker met the search of the next worker at the deques, took it for work
// and looked again.
TEST_P(idle_second, takes_a_hundredth_of_a_core_while_the_only_task_waits) {
  int const n = GetParam();
  skua::runtime program{workers(n)};
  program.run([n] {
    ASSERT_TRUE(others_fall_asleep(n));
    usage const used = usage_of_idle_second([] { skua::sleep_for(1s); });
    EXPECT_TRUE(is_idle(used)) << used.seconds << " s, " << used.switches << " switches";
  });
}

// The service thread looks at the worker that sleeps in the kernel, and starts no other one. Beside
// the only worker it wakes every 8 ms.
TEST_P(idle_second, takes_a_hundredth_of_a_core_while_the_only_task_sleeps_in_the_kernel) {
  int const n = GetParam();
  skua::runtime program{workers(n)};
  program.run([n] {
    ASSERT_TRUE(others_fall_asleep(n));
    usage const used = usage_of_idle_second([] { std::this_thread::sleep_for(1s); });
    EXPECT_TRUE(is_idle(used)) << used.seconds << " s, " << used.switches << " switches";
  });
}

INSTANTIATE_TEST_SUITE_P(sched, idle_second,
                         testing::Values(1, 2, 32, core_test::fewer(128, 48), core_test::fewer(256, 64)),
                         testing::PrintToStringParamName());

TEST_P(idle, workers_sleep_beside_blocked_tasks_and_spares) {
  int const n = GetParam();
  skua::runtime program{workers(n)};
  program.run([n] {
    skua::event start;
    skua::finish([&] {
      for (int i = 0; i < 100; ++i) skua::spawn([&start] { start.wait(); });
      for (int i = 0; i < 3; ++i) {
        skua::spawn([] { skua::blocking([] { std::this_thread::sleep_for(5ms); }); });
      }
      ASSERT_TRUE(others_fall_asleep(n));
      start.set();
    });
  });
}

// The processors are busy with spinning tasks, so a push wakes no further worker; still each worker
// gets its task.
TEST_P(idle, all_workers_meet_though_processors_are_busy) {
  if (core_test::thread_sanitizer) GTEST_SKIP() << "without forced exposure a spinning task keeps what it has queued";
  int const n = GetParam();
  skua::runtime program{workers(n)};
  program.run([n] {
    for (int round = 0; round < 2; ++round) {
      core_test::spinning_meeting meeting(n, 60s);
      skua::finish([&] {
        for (int i = 1; i < n; ++i) skua::spawn([&meeting] { EXPECT_TRUE(meeting.meet()); });
        EXPECT_TRUE(meeting.meet());
      });
      ASSERT_TRUE(others_fall_asleep(n));
    }
  });
}

// Equally many tasks and workers sleep in the kernel: at least half at the same time, not two at a
// time. They sleep until so many do: threads are late when other processes use the processors.
TEST_P(idle, workers_that_sleep_in_the_kernel_do_not_count_as_busy) {
  int const n = GetParam();
  // Without forced exposure each worker that sleeps keeps half of the tasks that it has taken.
  int const wanted = core_test::thread_sanitizer ? std::min(n, 3) : (n + 1) / 2;
  skua::runtime program{workers(n)};
  program.run([n, wanted] {
    ASSERT_TRUE(others_fall_asleep(n));
    std::atomic<int> inside{0};
    std::atomic<int> peak{0};
    auto const deadline = std::chrono::steady_clock::now() + 20s;
    skua::finish([&] {
      for (int i = 0; i < n; ++i) {
        skua::spawn([&] {
          int const current = ++inside;
          for (int old_peak = peak.load(); old_peak < current && !peak.compare_exchange_weak(old_peak, current);)
            continue;
          do {
            std::this_thread::sleep_for(100ms);
          } while (peak.load() < wanted && std::chrono::steady_clock::now() < deadline);
          --inside;
        });
      }
    });
    EXPECT_GE(peak.load(), wanted);
  });
}

INSTANTIATE_TEST_SUITE_P(sched, idle, testing::Values(2, 24, 32, 64), testing::PrintToStringParamName());

}  // namespace
