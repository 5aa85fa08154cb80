// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The reader of knapsack files. tests/fuzz gives it damaged ones.

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "../../apps/knapsack/reader.hpp"
#include "complaint.hpp"

namespace {

using namespace apps::knapsack;

instance read(std::string const& text) {
  std::istringstream from(text);
  return read_kp(from, "some.kp");
}

std::string complaint(std::string const& text) { return apps::complaint_of(read, text); }

std::string const good = "10\n8\n5 6\n4 5\n\n3\t4 \r\n";

TEST(knapsack_kp, reads_what_is_written) {
  auto const input = read(good);
  EXPECT_EQ(input.name, "some");
  EXPECT_EQ(input.capacity, 10);
  EXPECT_EQ(input.stated_optimum, 8);
  EXPECT_EQ(input.items, (std::vector<item>{{5, 6}, {4, 5}, {3, 4}}));
}

TEST(knapsack_kp, errors_name_file_and_line) {
  EXPECT_EQ(complaint(""), "some.kp:1: expected the capacity, found an empty file");
  EXPECT_EQ(complaint("10\n8\n"), "some.kp:3: expected an item, its profit and its weight, found the end of the file");
  EXPECT_EQ(
      complaint("9223372036854775808\n8\n"),
      "some.kp:1: expected the capacity, a whole number from 0 to 9223372036854775807, found '9223372036854775808'");
  EXPECT_EQ(complaint("10 8\n"), "some.kp:1: expected the end of the line, found '8'");
  EXPECT_EQ(complaint("10\n8\n5\n"), "some.kp:3: expected a weight from 1 to 2147483647, found the end of the line");
  EXPECT_EQ(complaint("10\n8\n2147483648 1\n"),
            "some.kp:3: expected a profit from 0 to 2147483647, found '2147483648'");
}

}  // namespace
