// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each parser takes what it documents, even at the ends of its range, and refuses everything else.
#include "base/parse.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>

namespace {

using namespace skua::base;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

TEST(parse, whole_numbers) {
  EXPECT_EQ(parse_number<int>("0"), 0);
  EXPECT_EQ(parse_number<int>("-17"), -17);
  EXPECT_EQ(parse_number<int>("007", 1, 7), 7);
  EXPECT_EQ(parse_number<int>("2147483647"), 2147483647);
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), largest);
  for (char const* const text : {"", " 1", "1 ", "+1", "1x", "0x1", "1.0", "1e3", "2147483648", "99999999999999999999"})
    EXPECT_EQ(parse_number<int>(text), std::nullopt) << text;
  EXPECT_EQ(parse_number<std::uint64_t>("-1"), std::nullopt);
  EXPECT_EQ(parse_number<int>("0", 1, 7), std::nullopt);
  EXPECT_EQ(parse_number<int>("8", 1, 7), std::nullopt);
  EXPECT_EQ(parse_number<int>({}), std::nullopt);
}

TEST(parse, numbers_as_c_writes_them) {
  EXPECT_EQ(parse_c_number("0", 0, 10), 0u);
  EXPECT_EQ(parse_c_number("64", 1, 100), 64u);
  EXPECT_EQ(parse_c_number("0x40", 1, 100), 64u);
  EXPECT_EQ(parse_c_number("0X4f", 1, 100), 79u);
  EXPECT_EQ(parse_c_number("0100", 1, 100), 64u);
  EXPECT_EQ(parse_c_number("0xffffffffffffffff", 0, largest), largest);
  for (char const* const text : {"", "0x", "0xg", "08", "-1", "+1", " 1", "1 ", "1k", "0x-1", "0x10000000000000000"})
    EXPECT_EQ(parse_c_number(text, 0, largest), std::nullopt) << text;
  EXPECT_EQ(parse_c_number("0", 1, 100), std::nullopt);
  EXPECT_EQ(parse_c_number("101", 1, 100), std::nullopt);
}

TEST(parse, bytes) {
  EXPECT_EQ(parse_bytes("65536", 1, largest), 65536u);
  EXPECT_EQ(parse_bytes("64k", 1, largest), 65536u);
  EXPECT_EQ(parse_bytes("64K", 1, largest), 65536u);
  EXPECT_EQ(parse_bytes("0x40k", 1, largest), 65536u);
  EXPECT_EQ(parse_bytes("3M", 1, largest), 3u << 20);
  EXPECT_EQ(parse_bytes("1G", 1, 1u << 30), 1u << 30);
  EXPECT_EQ(parse_bytes("0k", 0, largest), 0u);
  for (char const* const text : {"", "k", "kk", "1m", "1T", "1kB", "1 k", "-1k", "17179869184G", "0xk"})
    EXPECT_EQ(parse_bytes(text, 0, largest), std::nullopt) << text;
  EXPECT_EQ(parse_bytes("63k", 65536, largest), std::nullopt);
  EXPECT_EQ(parse_bytes("2G", 1, (2ull << 30) - 1), std::nullopt);
}

TEST(parse, decimal_numbers) {
  EXPECT_EQ(parse_decimal("0", 0, 1), 0.0);
  EXPECT_EQ(parse_decimal(".5", 0, 1), 0.5);
  EXPECT_EQ(parse_decimal("1.", 0, 1), 1.0);
  EXPECT_EQ(parse_decimal("1e3", 0, 1000), 1000.0);
  EXPECT_EQ(parse_decimal("0.1", 0, 1), 0.1);
  EXPECT_EQ(parse_decimal("-2.5", -3, 0), -2.5);
  for (char const* const text : {"", ".", " 1", "1 ", "+1", "1e", "1x", "0x10", "inf", "nan", "1e400", "1,5", "1001"})
    EXPECT_EQ(parse_decimal(text, -1000, 1000), std::nullopt) << text;
}

TEST(parse, quantities) {
  EXPECT_EQ(parse_quantity("2us", time_units), 2 * 1e-6);
  EXPECT_EQ(parse_quantity("1.5ms", time_units), 1.5 * 1e-3);
  EXPECT_EQ(parse_quantity("1e3s", time_units), 1000.0);
  EXPECT_EQ(parse_quantity("0ns", time_units), 0.0);
  for (char const* const text : {"", "us", "2", "2 us", " 2us", "2us ", "2min", "-1s", "nanus", "infs", "+2s"})
    EXPECT_EQ(parse_quantity(text, time_units), std::nullopt) << text;
}

TEST(parse, switches) {
  for (char const* const text : {"on", "1", "yes", "true"}) EXPECT_EQ(parse_switch(text), true) << text;
  for (char const* const text : {"off", "0", "no", "false"}) EXPECT_EQ(parse_switch(text), false) << text;
  for (char const* const text : {"", "On", "2", "maybe"}) EXPECT_EQ(parse_switch(text), std::nullopt) << text;
}

}  // namespace
