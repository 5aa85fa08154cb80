// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The recorder of tasks: recorded programs give the results that they give unrecorded, and their
// records say what can run in parallel (recorded_waits_test.cpp: which waits they have).

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <skua/skua.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../sched/random_program.hpp"
#include "recorder_support.hpp"
#include "replay/program.hpp"

namespace {

using namespace recorder_test;
using namespace std::chrono_literals;

// Times are compared with those that the program asked for, as quotients with room for a machine
// that does other things as well.

TEST_F(recorder, tasks_of_a_scope_are_parallel) {
  auto const limits = bounds_of_parallel(2.0, [] {
    skua::finish([] {
      for (int i = 0; i < 16; ++i) skua::spawn([] { compute(2ms); });
    });
  });
  EXPECT_GE(limits.work, 30'000'000u);
  EXPECT_GE(limits.parallelism(), 2.0);
}

TEST_F(recorder, scopes_one_after_the_other_are_not) {
  auto const limits = bounds_of_serial(1.1, [] {
    for (int i = 0; i < 16; ++i) skua::finish([] { skua::spawn([] { compute(2ms); }); });
  });
  EXPECT_GE(limits.work, 30'000'000u);
  EXPECT_LE(limits.parallelism(), 1.1);
}

/// The body of each scope waits while its task runs elsewhere. The next frame lies at its address.
TEST_F(recorder, nor_are_scopes_with_waiting_bodies) {
  auto const limits = bounds_of_serial(1.1, [] {
    for (int i = 0; i < 20; ++i) {
      skua::finish([i] {
        skua::latch done(1);
        skua::spawn([&done] {
          compute(2ms);
          done.count_down();
        });
        if (i % 2 == 0) skua::yield();
        done.wait();
      });
    }
  });
  EXPECT_GE(limits.work, 38'000'000u);
  EXPECT_LE(limits.parallelism(), 1.1);
}

/// The newest task below those of the running one is taken for its waiter, which has no record yet.
TEST_F(recorder, small_tasks_that_wait_for_the_one_below_are_not_parallel) {
  auto const limits = bounds_of_serial(1.15, [] {
    for (int i = 0; i < 2000; ++i) {
      skua::finish([] {
        auto first = skua::async([] {
          compute(15us);
          return 1;
        });
        skua::spawn([second = std::move(first)]() mutable {
          static_cast<void>(second.get());
          compute(15us);
        });
      });
    }
  });
  EXPECT_LE(limits.parallelism(), 1.15);
}

/// Another process wants the same processor all the time, so the tasks take twice as long. The
/// record has the time in which they had it.
TEST_F(recorder, what_other_programs_take_is_no_work) {
  constexpr auto each = 10ms;
  cpu_set_t all;
  ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
  int first = 0;
  while (!CPU_ISSET(first, &all)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  ::pid_t const other = ::fork();
  if (other == 0) {
    for (;;) {
    }
  }
  record const r = record_of([each] {
    skua::finish([each] {
      for (int i = 0; i < 20; ++i) {
        skua::spawn([each] { compute(each); });
      }
    });
  });
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  ::sched_setaffinity(0, sizeof all, &all);
  auto const work = std::chrono::nanoseconds(r.work());
  EXPECT_GE(work, 20 * each * 9 / 10);
  EXPECT_LE(work, 20 * each * 12 / 10);
  EXPECT_NE(apps::replay::others_text(r), "");
}

TEST_F(recorder, threads_submit_from_the_beginning) {
  for (int run = 0; run < 10; ++run) {
    {
      skua::runtime const place{recorded()};
      std::vector<std::thread> threads;
      for (int i = 0; i < 3; ++i) {
        threads.emplace_back([] {
          for (int k = 0; k < 300; ++k) skua::async([] {}).get();
        });
      }
      skua::async([] {
        skua::finish([] {
          for (int k = 0; k < 100; ++k) skua::spawn([] { compute(20us); });
        });
      }).get();
      for (std::thread& t : threads) t.join();
    }
    EXPECT_GE(apps::replay::read_record(file_).task_count(), 3 * 300u + 100u);
  }
}

/// Acts like a program that this one has started, with the same SKUA_RECORD.
TEST_F(recorder, the_last_one_to_end_writes_the_record) {
  record const r = record_of([this] { std::ofstream(file_, std::ios::binary) << std::string(100'000, 'x'); });
  EXPECT_GE(r.task_count(), 1u);
}

/// Not with the time that the worker then needs for other tasks.
TEST_F(recorder, sleeps_end_when_their_time_is_over) {
  auto const limits = bounds_of_parallel(1.5, [] {
    skua::finish([] {
      for (int i = 0; i < 30; ++i) {
        skua::spawn([] {
          skua::sleep_for(1ms);
          compute(4ms);
        });
      }
    });
  });
  EXPECT_GE(limits.parallelism(), 1.5);
}

TEST_F(recorder, a_sleep_is_a_pause) {
  auto const limits_of_run = [this] { return bounds_of(record_of([] { skua::sleep_for(20ms); }), "record"); };
  auto limits = limits_of_run();
  // A worker that loses its processor between the call and the sleep sleeps for less.
  for (int tries = 0; tries < 5 && limits.span < 19'000'000u; ++tries) limits = limits_of_run();
  EXPECT_GE(limits.span, 19'000'000u);
  EXPECT_LE(limits.work, limits.span / 4);
}

TEST_F(recorder, small_tasks_leave_a_small_record) {
  skua::count tasks;
  record const r = record_of([&tasks] {
    auto const grow = [&tasks](auto const& self, int depth) -> void {
      ++tasks;
      if (depth == 0) return;
      skua::spawn([&self, depth] { self(self, depth - 1); });
      skua::spawn([&self, depth] { self(self, depth - 1); });
    };
    skua::finish([&grow] { grow(grow, 22); });
  });
  EXPECT_EQ(tasks.get(), (1 << 23) - 1);
  // Some steps per plain stretch, so the slower the machine the more; two per task without them.
  EXPECT_LT(r.steps.size(), static_cast<std::size_t>(tasks.get()) / 8);
  EXPECT_GE(bounds_of(r, "record").parallelism(), 2.0);
}

TEST_F(recorder, loops_are_divided) {
  record const r = record_of([] { skua::finish([] { skua::for_async(400, [](std::int64_t) { compute(50us); }); }); });
  auto const limits = bounds_of(r, "record");
  EXPECT_GE(limits.work, 19'000'000u);
  EXPECT_GE(limits.parallelism(), 2.0);
}

TEST_F(recorder, what_cannot_be_recorded_is_one_line) {
  auto const error_of = [](skua::options const& o) -> std::string {
    try {
      skua::runtime const place{o};
    } catch (skua::error const& e) {
      return e.what();
    }
    return "";
  };
  skua::options o = recorded();
  o.workers = 2;
  EXPECT_EQ(error_of(o), "record: a run with one worker is recorded; this one has 2");
  o = recorded();
  o.trace = file_ + ".trace";
  EXPECT_EQ(error_of(o), "record: not together with a trace: run twice");
  std::filesystem::remove(file_ + ".trace");
  o = recorded();
  o.record = "/no/such/folder/r";
  EXPECT_NE(error_of(o).find("record: /no/such/folder/r cannot be written"), std::string::npos);
}

/// Random programs of all constructs. Every record can be replayed: in it no task waits for ever.
TEST_F(recorder, random_programs) {
  char const* const only = std::getenv("TEST_SEED");
  std::uint64_t const first = only != nullptr ? std::strtoull(only, nullptr, 0) : 1;
  int const runs = only != nullptr ? 1 : 40;
  for (int i = 0; i < runs; ++i) {
    std::uint64_t const seed = first + static_cast<std::uint64_t>(i) * 10;
    {
      skua::runtime place{recorded()};
      for (std::uint64_t k = 0; k < 10; ++k) {
        ASSERT_EQ(random_program::check_program(place, seed + k, 7), "") << "TEST_SEED=" << seed;
      }
    }
    record const r = apps::replay::read_record(file_);
    ASSERT_GT(r.task_count(), 10u) << "TEST_SEED=" << seed;
    auto const limits = bounds_of(r, file_);
    ASSERT_GT(limits.work, 0u);
#if !defined(SKUA_ASAN) && !defined(SKUA_TSAN)  // a simulation has separate stacks
    apps::replay::prediction p;
    ASSERT_EQ(apps::replay::replay_once(r, "places=3,workers=2,seed=1", "", "", {}, p), 0) << "TEST_SEED=" << seed;
    ASSERT_GE(p.seconds * 1.001, static_cast<double>(limits.work) * 1e-9 / 6) << "TEST_SEED=" << seed;
    // A worker may take the path that leads on late, but is never idle beside it (Graham's bound);
    // messages, and tasks that only one place may run, add to that.
#endif
  }
}

}  // namespace
