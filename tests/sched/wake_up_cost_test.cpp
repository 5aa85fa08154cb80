// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The measured cost of a wake-up, and the two times that follow from it.
#include <gtest/gtest.h>

#include <skua/detail/base/ticks.hpp>

#include "core/wake_up_cost.hpp"

namespace {

using skua::sched::wake_up_cost;

void note_often(wake_up_cost& cost, std::uint64_t ns) {
  for (int i = 0; i < 200; ++i) cost.note(ns);
}

TEST(wake_up_cost, dear_wake_ups_make_searches_long_and_shares_large) {
  wake_up_cost cost;
  note_often(cost, 15'000);
  EXPECT_NEAR(static_cast<double>(cost.search_ns()), 120'000, 100);
  EXPECT_NEAR(static_cast<double>(cost.least_work_ns()), 150'000, 100);
}

TEST(wake_up_cost, cheap_ones_leave_the_least_times) {
  wake_up_cost cost;
  note_often(cost, 1'000);
  EXPECT_EQ(cost.search_ns(), 20'000);
  EXPECT_EQ(cost.least_work_ns(), 10'000);
}

TEST(wake_up_cost, one_interrupted_call_changes_little) {
  wake_up_cost cost;
  note_often(cost, 5'000);
  std::uint64_t const before = cost.search_ns();
  cost.note(1'000'000'000);
  EXPECT_GT(cost.search_ns(), before);
  EXPECT_LE(cost.search_ns(), before + 20'000);
}

/// The number of undivided loops, so many microseconds apart, until a worker is woken.
int loops_until_enough(wake_up_cost& cost, std::uint64_t distance_us) {
  auto now = std::uint64_t{1} << 40;
  for (int n = 1; n < 1000; ++n) {
    if (cost.has_missed_enough(now)) return n;
    now += distance_us * static_cast<std::uint64_t>(skua::base::ticks_per_microsecond());
  }
  return 0;
}

TEST(wake_up_cost, undivided_loops_that_follow_one_another_wake_a_worker) {
  wake_up_cost cost;
  note_often(cost, 10'000);
  EXPECT_NEAR(loops_until_enough(cost, 50), 50, 1);  // each stands for two microseconds of the least work, 100
  EXPECT_NEAR(loops_until_enough(cost, 50), 50, 1) << "it begins anew";
}

TEST(wake_up_cost, undivided_loops_far_from_one_another_wake_none) {
  wake_up_cost cost;
  note_often(cost, 10'000);  // a woken worker searches for 80 us
  EXPECT_EQ(loops_until_enough(cost, 100), 0);
}

}  // namespace
