// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The random stream of gups: steps, jumps, and the recurrence that defines it.

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "gups/problem.hpp"

namespace apps::gups {
namespace {

TEST(gups_stream, begins_with_the_powers_of_x) {
  EXPECT_EQ(number(0), 1u);
  EXPECT_EQ(number(1), 2u);
  EXPECT_EQ(number(63), std::uint64_t{1} << 63);
  EXPECT_EQ(number(64), 7u);
  EXPECT_EQ(number(65), 14u);
}

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

TEST(gups_sequential, twice_the_same_stream_is_nothing) {
  // The hash of the initial table, and of the table after the updates.
  parameters const config{.scale = 8};
  std::vector<std::uint64_t> table(config.words());
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = i;
  auto const before = hash_of(table, 0);
  auto const round = [&] {
    std::uint64_t x = 1;
    for (std::uint64_t i = 0; i < config.updates(); ++i) {
      x = next(x);
      table[x % table.size()] ^= x;
    }
  };
  round();
  EXPECT_EQ(hash_of(table, 0), update_sequential(config).hash);
  EXPECT_NE(hash_of(table, 0), before);
  round();
  EXPECT_EQ(hash_of(table, 0), before);
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
