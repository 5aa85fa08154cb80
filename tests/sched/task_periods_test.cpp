// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The periods of a worker: an idle time and the execution of one task.
#include "core/task_periods.hpp"

#include <gtest/gtest.h>

namespace {

using skua::sched::period_rate;
using skua::sched::task_periods;

/// A rate from which the arguments can be read back.
double digits(double worked, double idle, double old_rate, double weight) noexcept {
  return 1000 * old_rate + 100 * weight + 10 * worked + idle;
}

constexpr period_rate rate{&digits, 1};

TEST(task_periods, end_with_each_task) {
  task_periods p;
  p.end_one(rate, 1000, false);
  EXPECT_EQ(p.rate(), 0) << "nothing has run yet";
  p.end_one(rate, 3000, true);  // idle for 2 microseconds
  EXPECT_EQ(p.rate(), 0) << "the task still runs";
  p.end_one(rate, 7000, false);
  EXPECT_EQ(p.rate(), 100 + 40 + 2);
}

TEST(task_periods, idle_times_in_a_row_add_up) {
  task_periods p;
  p.end_one(rate, 1000, false);
  p.end_one(rate, 2000, false);
  p.end_one(rate, 4000, true);
  p.end_one(rate, 5000, false);
  EXPECT_EQ(p.rate(), 100 + 10 + 3);
}

TEST(task_periods, a_task_right_after_another_has_no_idle_time) {
  task_periods p;
  p.end_one(rate, 1000, true);
  p.end_one(rate, 3000, true);
  EXPECT_EQ(p.rate(), 100 + 20);
  p.end_one(rate, 6000, false);
  EXPECT_EQ(p.rate(), 1000 * 120 + 100 + 30);
}

/// The instant rate is the time worked.
double worked_only(double worked, double, double old_rate, double weight) noexcept {
  return worked * weight + old_rate * (1 - weight);
}

TEST(task_periods, tuned_weights_follow_a_change_and_ignore_noise) {
  constexpr period_rate fixed{&worked_only, 0.65}, tuned{&worked_only, 0.65, true};
  auto const run = [](period_rate const& how, auto const& microseconds_of) {
    task_periods p;
    std::uint64_t now = 1000;
    p.end_one(how, now, true);
    for (int i = 0; i < 200; ++i) p.end_one(how, now += microseconds_of(i) * 1000, true);
    return p.rate();
  };
  auto const step = [](int i) -> std::uint64_t { return i < 180 ? 10 : 50; };
  EXPECT_NEAR(run(tuned, step), 50, 2) << "after twenty periods of another length";
  auto const noise = [](int i) -> std::uint64_t { return i % 2 == 0 ? 10 : 50; };
  EXPECT_NEAR(run(tuned, noise), 30, 10) << "near the mean";
  EXPECT_GT(run(fixed, noise), 39) << "a fixed weight follows the last period";
}

}  // namespace
