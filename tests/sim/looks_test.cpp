// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// When a sleeping simulated place looks for messages: the same times as those of the transport mpi.

#include "sim/looks.hpp"

#include <gtest/gtest.h>

namespace {

using backoff = skua::transport::mpi::poll_backoff;
using skua::sim::looks;

TEST(looks, intervals_grow_to_the_usual_one) {
  looks l;
  l.begin(1000);
  std::uint64_t time = 1000, interval = backoff::shortest;
  for (int i = 0; i < 40; ++i) {
    std::uint64_t const next = time + interval;
    EXPECT_EQ(l.at_or_after(time + 1), next);
    EXPECT_EQ(l.at_or_after(next), next);
    time = next;
    interval = backoff::longer(interval);
  }
  EXPECT_EQ(interval, backoff::usual);
}

TEST(looks, a_long_sleep_is_computed_at_once) {
  looks step_by_step, at_once;
  step_by_step.begin(7);
  at_once.begin(7);
  std::uint64_t const end = 100'000'000'123;
  std::uint64_t last = 0;
  for (std::uint64_t time = 7; time < end; time = last + 1) last = step_by_step.at_or_after(time);
  EXPECT_EQ(at_once.at_or_after(end), last);
}

TEST(looks, a_message_starts_them_again) {
  looks l;
  l.begin(0);
  (void)l.at_or_after(50'000'000);
  l.begin(60'000'000);  // no message: as slow as before
  EXPECT_EQ(l.at_or_after(60'000'001), 60'000'000 + backoff::usual);
  l.heard();
  l.begin(70'000'000);
  EXPECT_TRUE(l.spins(70'000'000 + backoff::spin - 1));
  EXPECT_EQ(l.at_or_after(70'000'005), 70'000'005U);
  EXPECT_FALSE(l.spins(70'000'000 + backoff::spin));
  EXPECT_EQ(l.at_or_after(70'000'000 + backoff::spin), 70'000'000 + backoff::spin + backoff::shortest);
}

}  // namespace
