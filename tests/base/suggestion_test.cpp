// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Suggestions for misspelt names: distances, and how near a name must be.

#include "base/suggestion.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using skua::base::edit_distance;
using skua::base::nearest;

TEST(suggestion, edit_distance) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("same", "same"), 0u);
  EXPECT_EQ(edit_distance("SaME", "same"), 0u);
  EXPECT_EQ(edit_distance("palces", "places"), 1u) << "two neighbours exchanged";
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("ca", "abc"), 3u) << "no edits between exchanged letters";
}

TEST(suggestion, only_near_names) {
  std::vector<std::string> const names{"places", "workers", "pin", "n", "timeout", "time-limit"};
  EXPECT_EQ(nearest("place", names), "places");
  EXPECT_EQ(nearest("wrokers", names), "workers");
  EXPECT_EQ(nearest("WORKERS", names), "workers");
  EXPECT_EQ(nearest("pni", names), "pin");
  EXPECT_EQ(nearest("pnix", names), "") << "two edits of three letters";
  EXPECT_EQ(nearest("tmieuot", names), "timeout");
  EXPECT_EQ(nearest("time_limit", names), "time-limit");
  EXPECT_EQ(nearest("m", names), "") << "one letter is like any other";
  EXPECT_EQ(nearest("nonsense", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(100'000, 'p'), names), "");
  EXPECT_EQ(nearest("places", {}), "");
}

}  // namespace
