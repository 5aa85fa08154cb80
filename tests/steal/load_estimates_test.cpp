// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Load estimates of other places: how many are kept, for how long they count, and what answers
// teach.
#include <gtest/gtest.h>

#include "steal/load_estimates.hpp"

namespace {

using skua::steal::decaying_mean;
using skua::steal::load_estimate;
using skua::steal::load_estimates;
constexpr std::uint64_t ms = 1'000'000;

TEST(load_estimates, of_few_places_only_and_rather_of_the_rich) {
  load_estimates estimates;
  estimates.set_now(ms);
  estimates.record_load(estimates.of(7), 100);
  for (int p = 1000; p < 2000; ++p) estimates.record_load(estimates.of(p), 0);
  EXPECT_EQ(estimates.all().size(), 32u);
  EXPECT_EQ(estimates.of(7).tasks, 100);
  EXPECT_EQ(estimates.of(1999).when, ms) << "the last report of an empty place";
  EXPECT_EQ(estimates.of(1000).when, 0u) << "forgotten";
}

TEST(load_estimates, lose_their_worth_with_time) {
  load_estimates estimates;
  estimates.set_now(ms);
  load_estimate& b = estimates.of(3);
  EXPECT_EQ(estimates.weight(b), 0) << "nothing was said yet";
  estimates.record_load(b, 8);
  EXPECT_DOUBLE_EQ(estimates.weight(b), 1);
  EXPECT_DOUBLE_EQ(estimates.worth(b), 8);
  estimates.set_now(2 * ms);
  EXPECT_DOUBLE_EQ(estimates.worth(b), 4);
  estimates.set_now(100 * ms);
  EXPECT_LT(estimates.worth(b), 1e-9);
}

TEST(load_estimates, live_longer_if_old_ones_are_as_good_as_new_ones_and_not_if_they_are_like_none) {
  for (bool const good : {false, true}) {
    load_estimates estimates;
    std::uint64_t now = ms;
    auto const told_a_millisecond_ago = [&]() -> load_estimate& {
      estimates.set_now(now += 1000 * ms);
      estimates.record_load(estimates.of(1), 20);
      estimates.set_now(now += ms);
      return estimates.of(1);
    };
    double const before = estimates.weight(told_a_millisecond_ago());
    for (int i = 0; i < 50; ++i) {
      estimates.answered(told_a_millisecond_ago(), good);
      estimates.record_load(estimates.of(2), 20);
      estimates.answered(estimates.of(2), true);
      estimates.answered(estimates.of(3), false);  // no estimate of it is known
    }
    double const after = estimates.weight(told_a_millisecond_ago());
    if (good) {
      EXPECT_GT(after, before);
    } else {
      EXPECT_LT(after, before);
    }
  }
}

TEST(load_estimates, chances_are_learnt_for_each_amount) {
  load_estimates estimates;
  estimates.set_now(ms);
  for (int i = 0; i < 100; ++i) {
    estimates.record_load(estimates.of(1), 1);
    estimates.answered(estimates.of(1), false);
    estimates.record_load(estimates.of(2), 50);
    estimates.answered(estimates.of(2), true);
  }
  estimates.record_load(estimates.of(3), 1);
  estimates.record_load(estimates.of(4), 50);
  EXPECT_LT(estimates.chance(estimates.of(3)), 0.1);
  EXPECT_GT(estimates.chance(estimates.of(4)), 0.9);
  EXPECT_DOUBLE_EQ(estimates.chance(estimates.of(5)), 0.5) << "an unknown place";
  estimates.record_load(estimates.of(6), 16);  // the least that counts as many
  EXPECT_DOUBLE_EQ(estimates.chance(estimates.of(6)), estimates.chance(estimates.of(4)));
}

TEST(load_estimates, delays_are_smoothed) {
  load_estimates estimates;
  load_estimate& b = estimates.of(1);
  EXPECT_LT(b.delay, 0);
  load_estimates::record_latency(b, 1000);
  EXPECT_EQ(b.delay, 1000);
  load_estimates::record_latency(b, 2000);
  EXPECT_EQ(b.delay, 1250);
}

TEST(decaying_mean, at_first_the_mean_at_last_a_window) {
  decaying_mean m(0);
  for (int i = 0; i < 3; ++i) m.add(4);
  EXPECT_DOUBLE_EQ(m.get(), 2.4) << "the first guess counts as two values";
  for (int i = 0; i < 1000; ++i) m.add(4);
  EXPECT_NEAR(m.get(), 4, 1e-6);
  m.add(4 + 33);
  EXPECT_NEAR(m.get(), 5, 1e-3);
  m.add(100, 0);
  EXPECT_NEAR(m.get(), 5, 1e-3) << "none of its doing";
}

}  // namespace
