// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The reader of DIMACS files on damaged input: any bytes give a graph or one clear line.

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <sstream>
#include <string>

#include "../../apps/clique/reader.hpp"
#include "damaged_text.hpp"

namespace {

using namespace apps::clique;

dimacs_graph read(std::string const& text) {
  std::istringstream from(text);
  return read_dimacs(from, "some.clq");
}

std::string const good = "c comment\np edge 5 6\ne 1 2\ne 2 3\ne 3 1\ne 3 4\ne 4 5\ne 5 1\n";

TEST(clique_dimacs, reads_what_is_written) {
  auto const input = read(good);
  EXPECT_EQ(input.content.order(), 5);
  EXPECT_EQ(input.content.edges(), 6);
  EXPECT_TRUE(input.content.adjacent(0, 1) && input.content.adjacent(4, 0));
  EXPECT_FALSE(input.content.adjacent(0, 3));
  EXPECT_TRUE(input.warnings.empty());
}

TEST(clique_dimacs, damaged_files_give_a_graph_or_one_line_with_a_line_number) {
  unsigned const seed = apps::test_seed();
  SCOPED_TRACE("replay with SKUA_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  std::string const pieces[] = {"0",    "-1", "6", "99999999999999999999", "e",   "p",
                                "edge", "\n", " ", std::string(1, '\0'),   "\xff"};
  int errors = 0;
  for (int round = 0; round < 20000; ++round) {
    auto const text = apps::damaged(good, pieces, random);
    try {
      auto const input = read(text);
      EXPECT_GE(input.content.order(), 1) << text;
      EXPECT_LE(input.content.edges(), input.content.order() * (input.content.order() - 1) / 2) << text;
    } catch (apps::input_error const& error) {
      ++errors;
      apps::expect_one_line(error, "some.clq");
    }
  }
  EXPECT_GT(errors, 5000);
}

}  // namespace
