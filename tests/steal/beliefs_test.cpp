// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a place believes of others: how much of it is kept, for how long it counts, what is learnt
// from answers.
#include <gtest/gtest.h>

#include "steal/beliefs.hpp"

namespace {

using skua::steal::belief;
using skua::steal::beliefs;
using skua::steal::forgetful_mean;
constexpr std::uint64_t ms = 1'000'000;

TEST(beliefs, of_few_places_only_and_rather_of_the_rich) {
  beliefs all;
  all.time_is(ms);
  all.told(all.of(7), 100);
  for (int p = 1000; p < 2000; ++p) all.told(all.of(p), 0);
  EXPECT_EQ(all.all().size(), 32u);
  EXPECT_EQ(all.of(7).tasks, 100);
  EXPECT_EQ(all.of(1999).when, ms) << "the poor of whom was heard last";
  EXPECT_EQ(all.of(1000).when, 0u) << "forgotten";
}

TEST(beliefs, lose_their_worth_with_time) {
  beliefs all;
  all.time_is(ms);
  belief& b = all.of(3);
  EXPECT_EQ(all.weight(b), 0) << "nothing was said yet";
  all.told(b, 8);
  EXPECT_DOUBLE_EQ(all.weight(b), 1);
  EXPECT_DOUBLE_EQ(all.worth(b), 8);
  all.time_is(2 * ms);
  EXPECT_DOUBLE_EQ(all.worth(b), 4);
  all.time_is(100 * ms);
  EXPECT_LT(all.worth(b), 1e-9);
}

TEST(beliefs, live_longer_if_old_ones_are_as_good_as_new_ones_and_not_if_they_are_like_none) {
  for (bool const good : {false, true}) {
    beliefs all;
    std::uint64_t now = ms;
    auto const told_a_millisecond_ago = [&]() -> belief& {
      all.time_is(now += 1000 * ms);
      all.told(all.of(1), 20);
      all.time_is(now += ms);
      return all.of(1);
    };
    double const before = all.weight(told_a_millisecond_ago());
    for (int i = 0; i < 50; ++i) {
      all.answered(told_a_millisecond_ago(), good);
      all.told(all.of(2), 20);
      all.answered(all.of(2), true);
      all.answered(all.of(3), false);  // of whom nothing is known
    }
    double const after = all.weight(told_a_millisecond_ago());
    if (good) {
      EXPECT_GT(after, before);
    } else {
      EXPECT_LT(after, before);
    }
  }
}

TEST(beliefs, chances_are_learnt_for_each_amount) {
  beliefs all;
  all.time_is(ms);
  for (int i = 0; i < 100; ++i) {
    all.told(all.of(1), 1);
    all.answered(all.of(1), false);
    all.told(all.of(2), 50);
    all.answered(all.of(2), true);
  }
  all.told(all.of(3), 1);
  all.told(all.of(4), 50);
  EXPECT_LT(all.chance(all.of(3)), 0.1);
  EXPECT_GT(all.chance(all.of(4)), 0.9);
  EXPECT_DOUBLE_EQ(all.chance(all.of(5)), 0.5) << "a stranger";
}

TEST(beliefs, delays_are_smoothed) {
  beliefs all;
  belief& b = all.of(1);
  EXPECT_LT(b.delay, 0);
  beliefs::took(b, 1000);
  EXPECT_EQ(b.delay, 1000);
  beliefs::took(b, 2000);
  EXPECT_EQ(b.delay, 1250);
}

TEST(forgetful_mean, at_first_the_mean_at_last_a_window) {
  forgetful_mean m(0);
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
