// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/barrier.hpp>

#include <thread>
#include <utility>
#include <vector>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(barrier, runs_its_completion_once_per_phase_before_any_member_goes_on) {
  int phases = 0;
  auto on_completion = [&phases]() noexcept { ++phases; };
  skua::barrier meet(5, on_completion);
  skua::finish([&] {
    for (int t = 0; t < 5; ++t) {
      skua::spawn([&] {
        for (int p = 1; p <= 100; ++p) {
          meet.arrive_and_wait();
          EXPECT_EQ(phases, p);
          meet.arrive_and_wait();
          EXPECT_EQ(phases, ++p);
        }
      });
    }
  });
  EXPECT_EQ(phases, 100);
}

TASK_TEST(barrier, members_may_leave) {
  skua::barrier<> meet(4);
  std::atomic<int> done{0};
  skua::finish([&] {
    for (int t = 0; t < 4; ++t) {
      skua::spawn([&, t] {
        for (int p = 0; p < 10 * (t + 1); ++p) meet.arrive_and_wait();
        meet.arrive_and_drop();
        ++done;
      });
    }
  });
  EXPECT_EQ(done, 4);
}

TASK_TEST(barrier, arrival_and_wait_may_be_apart) {
  skua::barrier<> meet(2);
  bool written = false;
  skua::finish([&] {
    skua::spawn([&] {
      written = true;
      auto token = meet.arrive();
      meet.wait(std::move(token));
    });
    auto token = meet.arrive();
    meet.wait(std::move(token));
    EXPECT_TRUE(written);
  });
  auto token_of_two = meet.arrive(2);
  meet.wait(std::move(token_of_two));
}

TASK_TEST(barrier, plain_threads_meet_tasks) {
  skua::barrier<> meet(2);
  int turn = 0;
  std::thread helper([&] {
    for (int i = 0; i < 100; ++i) {
      meet.arrive_and_wait();
      EXPECT_EQ(turn, i + 1);
      meet.arrive_and_wait();
    }
  });
  for (int i = 0; i < 100; ++i) {
    ++turn;
    meet.arrive_and_wait();
    meet.arrive_and_wait();
  }
  skua::blocking([&] { helper.join(); });
}

}  // namespace
