// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The measured cost of a wake-up, and the two times that follow from it.
#include <gtest/gtest.h>

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

}  // namespace
