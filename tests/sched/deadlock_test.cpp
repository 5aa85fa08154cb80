// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A real deadlock is reported, and nothing else is. Thread sanitizer starts a thread, so under it
// no deadlock is ever certain.
#include <signal.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "core_support.hpp"

namespace {

using namespace core_test;
using namespace std::chrono_literals;

WORKERS_SUITE(deadlock);

/// Longer than the time until the first check, which is 200 ms.
constexpr auto long_enough = 300ms;

TEST_P(deadlock, says_which_task_waits_for_what) {
  if (thread_sanitizer) GTEST_SKIP();
  EXPECT_DEATH(run([] {
                 skua::event never;
                 skua::mutex m;
                 m.lock();
                 skua::finish([&] {
                   skua::spawn(skua::named("philosopher"), [&] { never.wait(); });
                   skua::spawn(skua::named("thinker"), [&] { m.lock(); });
                 });
               }),
               "^skua: deadlock: every task waits and nothing can come:\n(  [^\n]* waits for [^\n]*\n){2,3}$");
  EXPECT_DEATH(run([] {
                 skua::event never;
                 skua::finish([&] { skua::spawn(skua::named("philosopher"), [&] { never.wait(); }); });
               }),
               "philosopher waits for event 0x");
  EXPECT_DEATH(run([] {
                 skua::mutex m;
                 m.lock();
                 m.lock();
               }),
               "waits for mutex 0x");
}

TEST_P(deadlock, says_once_what_many_tasks_wait_for) {
  if (thread_sanitizer) GTEST_SKIP();
  EXPECT_DEATH(run([] {
                 skua::event never;
                 skua::event nor_this;
                 skua::finish([&] {
                   for (int i = 0; i < 20; ++i) skua::spawn(skua::named("many"), [&] { never.wait(); });
                   skua::spawn(skua::named("single"), [&] { nor_this.wait(); });
                 });
               }),
               "  20 x many waits for event [^\n]*\n  single waits|  single waits for event [^\n]*\n  20 x many waits");
}

/// Does some work after the wait, and has a result that the compiler cannot know. Otherwise the
/// compiler would remove the frame before the wait.
[[gnu::noinline]] int waiting_function(skua::event& e, int n) {
  e.wait();
  int volatile result = n + 1;
  return result;
}

TEST_P(deadlock, names_the_function_of_a_task_without_a_name) {
  if (thread_sanitizer) GTEST_SKIP();
#if defined(__x86_64__) && !defined(SKUA_ASAN)
  char const* const line = "a task in .*waiting_function\\(skua::event&, int\\) waits for event 0x";
#else
  char const* const line = "a task waits for event 0x";
#endif
  EXPECT_DEATH(run([] {
                 skua::event never;
                 (void)skua::async([&] { return waiting_function(never, 1); }).get();
               }),
               line);
}

TEST_P(deadlock, of_a_circle_of_futures) {
  if (thread_sanitizer) GTEST_SKIP();
  EXPECT_DEATH(
      run([] {
        skua::promise<int> p;
        skua::promise<int> q;
        skua::future<int> fp = p.get_future();
        skua::future<int> fq = q.get_future();
        skua::finish([&] {
          skua::spawn(skua::named("first"), [&] { p.set_value(fq.get()); });
          skua::spawn(skua::named("second"), [&] { q.set_value(fp.get()); });
        });
      }),
      "first waits for future 0x.*second waits for future 0x|second waits for future 0x.*first waits for future 0x");
}

TEST_P(deadlock, of_very_many_tasks_names_the_first_and_counts_the_rest) {
  if (thread_sanitizer) GTEST_SKIP();
  EXPECT_DEATH(run([] {
                 std::array<skua::event, 100> never;
                 skua::finish([&] {
                   for (skua::event& e : never) skua::spawn([&e] { e.wait(); });
                 });
               }),
               "^skua: deadlock: [^\n]*\n(  [^\n]* waits for [^\n]*\n){8}  and 9[23] more\n$");
}

/// In the check mode one place has all that several places have, and gives the same report.
TEST_P(deadlock, is_reported_in_the_check_mode) {
  if (thread_sanitizer) GTEST_SKIP();
  auto const stuck = [this] {
    skua::options checked = settings();
    checked.check = true;
    skua::runtime place{checked};
    place.run([] {
      skua::event never;
      skua::finish([&] { skua::spawn(skua::named("philosopher"), [&] { never.wait(); }); });
    });
  };
  EXPECT_DEATH(stuck(), "^skua: deadlock: every task waits and nothing can come:\n(  [^\n]* waits for [^\n]*\n){1,2}$");
  EXPECT_DEATH(stuck(), "\n  philosopher waits for event 0x");
}

TEST_P(deadlock, is_seen_beside_spare_workers) {
  if (thread_sanitizer) GTEST_SKIP();
  EXPECT_DEATH(run([] {
                 skua::finish([] {
                   for (int i = 0; i < 8; ++i) skua::spawn([] { std::this_thread::sleep_for(20ms); });
                   skua::spawn([] { skua::blocking([] { std::this_thread::sleep_for(20ms); }); });
                 });
                 skua::event never;
                 never.wait();
               }),
               "waits for event 0x");
}

TASK_TEST_P(deadlock, is_not_suspected_while_a_worker_sleeps_in_the_kernel) {
  skua::event e;
  skua::finish([&] {
    skua::spawn([&] { e.wait(); });
    std::this_thread::sleep_for(long_enough);
    e.set();
  });
}

TASK_TEST_P(deadlock, is_not_suspected_while_a_thread_of_the_program_may_act) {
  skua::promise<int> p;
  skua::future<int> f = p.get_future();
  std::thread helper([&] {
    std::this_thread::sleep_for(long_enough);
    p.set_value(5);
  });
  EXPECT_EQ(f.get(), 5);
  skua::blocking([&] { helper.join(); });
}

TASK_TEST_P(deadlock, is_not_suspected_while_a_task_sleeps) {
  skua::event e;
  skua::finish([&] {
    skua::spawn([&] { e.wait(); });
    skua::sleep_for(long_enough);
    e.set();
  });
}

TASK_TEST_P(deadlock, is_not_suspected_while_a_thread_is_in_blocking) {
  skua::event e;
  skua::finish([&] {
    skua::spawn([&] { e.wait(); });
    skua::blocking([&] { std::this_thread::sleep_for(long_enough); });
    e.set();
  });
}

TASK_TEST_P(deadlock, is_not_suspected_while_a_wait_has_a_deadline) {
  skua::promise<int> p;
  skua::future<int> f = p.get_future();
  skua::event e;
  skua::finish([&] {
    skua::spawn([&] { e.wait(); });
    EXPECT_EQ(f.wait_for(long_enough), std::future_status::timeout);
    e.set();
  });
}

TEST_P(deadlock, is_not_suspected_between_runs) {
  skua::runtime place{settings()};
  place.run([] {});
  std::this_thread::sleep_for(long_enough);
  EXPECT_EQ(place.run([] { return skua::async([] { return 2; }).get(); }), 2);
}

TEST_P(deadlock, report_can_be_turned_off) {
  if (thread_sanitizer || workers() != 1) GTEST_SKIP();
  // Runs the program with and without the report. Without it only the alarm ends the program.
  auto const stuck = [&](bool report) {
    skua::options o = settings();
    o.deadlock_report = report;
    ::alarm(report ? 60 : 1);  // the first check may be too early on a busy machine; the next is two seconds later
    skua::runtime place{o};
    place.run([] {
      skua::event never;
      never.wait();
    });
  };
  EXPECT_EXIT(stuck(true), testing::KilledBySignal(SIGABRT), "skua: deadlock");
  EXPECT_EXIT(stuck(false), testing::KilledBySignal(SIGALRM), "^$");
}

}  // namespace
