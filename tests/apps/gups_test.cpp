// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The random stream of gups: steps, jumps, and the recurrence that defines it.

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "gups/problem.hpp"

namespace apps::gups {
namespace {

TEST(gups_stream, a_jump_is_as_many_steps) {
  std::uint64_t x = 1;
  for (std::uint64_t n = 0; n < 10'000; ++n) {
    ASSERT_EQ(number(n), x) << n;
    x = next(x);
  }
}

TEST(gups_stream, jumps_too_long_to_walk_add_up) {
  std::uint64_t const far = 0x123456789abcdef;
  EXPECT_EQ(times(number(far), number(12345)), number(far + 12345));
  EXPECT_EQ(next(number(far)), number(far + 1));
  // The period that the benchmark states.
  std::uint64_t const period = 1317624576693539401u;
  EXPECT_EQ(number(period), 1u);
}

TEST(gups_hash, of_parts_adds_up_and_sees_an_exchange) {
  std::vector<std::uint64_t> words{5, 7, 11, 13};
  auto const whole = hash_of(words, 0);
  auto const span = std::span<std::uint64_t const>(words);
  EXPECT_EQ(hash_of(span.first(1), 0) + hash_of(span.subspan(1), 1), whole);
  std::swap(words[0], words[3]);
  EXPECT_NE(hash_of(words, 0), whole);
}

}  // namespace
}  // namespace apps::gups
