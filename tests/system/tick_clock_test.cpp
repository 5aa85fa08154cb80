// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/tick_clock.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

namespace {

using skua::system::has_constant_counter;
using skua::system::monotonic_ns;
using skua::system::read_counter;
using skua::system::tick_converter;

TEST(tick_clock, ticks_become_the_time_of_the_system) {
  if (!has_constant_counter()) GTEST_SKIP() << "this processor has no counter with a constant rate";
  tick_converter clock(true);
  for (int i = 0; i < 3000; ++i) {  // more samples than it keeps
    std::uint64_t const before = monotonic_ns();
    std::uint64_t const tick = read_counter();
    std::uint64_t const after = monotonic_ns();
    clock.sample();
    std::uint64_t const ns = clock.to_ns(tick);
    // The system may correct the rate of its clock between two samples.
    EXPECT_GE(ns + 1000, before);
    EXPECT_LE(ns, after + 1000);
  }
}

// A worker of a traced run starts while the writing thread samples.
TEST(tick_clock, any_thread_asks_for_the_rate_beside_samples) {
  if (!has_constant_counter()) GTEST_SKIP() << "this processor has no counter with a constant rate";
  tick_converter clock(true);
  std::uint64_t const first = clock.ticks_in(1'000'000);
  std::thread sampler([&clock] {
    for (int i = 0; i < 3000; ++i) clock.sample();
  });
  for (int i = 0; i < 3000; ++i) EXPECT_EQ(clock.ticks_in(1'000'000), first);
  sampler.join();
}

TEST(tick_clock, is_monotonic_over_samples) {
  if (!has_constant_counter()) GTEST_SKIP() << "this processor has no counter with a constant rate";
  tick_converter clock(true);
  std::uint64_t const first = read_counter();
  for (int i = 0; i < 100; ++i) clock.sample();
  std::uint64_t const last = read_counter();
  clock.sample();
  std::uint64_t earlier = 0;
  for (std::uint64_t t = first; t <= last; t += (last - first) / 1000 + 1) {
    std::uint64_t const ns = clock.to_ns(t);
    EXPECT_GE(ns, earlier);
    earlier = ns;
  }
}

}  // namespace
