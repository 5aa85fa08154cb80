// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The output of the program `skua`: numbers for people, JSON for programs.

#include <gtest/gtest.h>

#include <limits>

#include "../../apps/common/json.hpp"
#include "../../apps/common/text.hpp"
#include "../../cli/driver/other_load.hpp"

namespace {

using namespace apps;

TEST(cli_json, values) {
  EXPECT_EQ(json().text, "null");
  EXPECT_EQ(json(true).text, "true");
  EXPECT_EQ(json(-3).text, "-3");
  EXPECT_EQ(json(std::numeric_limits<std::uint64_t>::max()).text, "18446744073709551615");
  EXPECT_EQ(json(0.1).text, "0.1");
  EXPECT_EQ(json(std::numeric_limits<double>::infinity()).text, "null");
  EXPECT_EQ(json(std::vector<json>{1, "a", false}).text, "[1, \"a\", false]");
  EXPECT_EQ(json(std::vector<json>{}).text, "[]");
}

TEST(cli_json, text_of_any_bytes_is_escaped) {
  EXPECT_EQ(json("a\"b\\c\n\x01\x7f\xff größe").text, "\"a\\\"b\\\\c\\u000a\\u0001\\u007f\ufffd größe\"");
}

TEST(cli_text, numbers) {
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(102181082), "102,181,082");
  EXPECT_EQ(duration(3.21), "3.21 s");
  EXPECT_EQ(duration(0.0456), "45.6 ms");
  EXPECT_EQ(duration(7.8e-6), "7.8 µs");
  EXPECT_EQ(duration(0.99961), "1 s");
  EXPECT_EQ(duration(0.00099961), "1 ms");
  EXPECT_EQ(duration(12'345.6), "12346 s");
  EXPECT_EQ(rate(14.2e6, "nodes"), "14.2 million nodes");
  EXPECT_EQ(rate(12, "x"), "12 x");
  EXPECT_EQ(decimals(1.966, 2), "1.97");
}

TEST(cli_table, for_people_and_for_programs) {
  table t({{"bytes", "bytes"}, {"us", "time_us", 2}});
  t.add_row({8, 1.234});
  t.add_row({1048576, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(t.text(),
            "      bytes     us\n"
            "          8   1.23\n"
            "  1,048,576      -\n");
  EXPECT_EQ(t.rows().text, R"([{"bytes": 8, "time_us": 1.234}, {"bytes": 1048576, "time_us": null}])");
}

TEST(cli_table, median) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 1, 2}), 2);
}

TEST(cli_other_load, is_what_neither_idled_nor_was_ours) {
  processor_times const begin{100, 40, 7};
  EXPECT_EQ(other_load(begin, {100.4, 40.4, 7}), std::nullopt) << "too short";
  EXPECT_DOUBLE_EQ(other_load(begin, {120, 55, 17}).value(), 0.25) << "of 20 s we had 10, others 5";
  EXPECT_DOUBLE_EQ(other_load(begin, {120, 49, 17}).value(), 0) << "clocks differ";
  auto const now = processor_times_now();
  EXPECT_GT(now.total, now.busy);
  EXPECT_GT(now.busy, 0);
}

}  // namespace
