// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/peers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <thread>
#include <vector>

namespace {

using skua::remote::peers;

TEST(peers, are_made_when_they_are_used) {
  for (int const places : {1, 3, 128, 1000, 100'000}) {
    peers<int> p(places);
    EXPECT_EQ(p.find(places - 1), nullptr);
    p.of(places - 1) = 7;
    p.of(0) += 1;
    ASSERT_NE(p.find(places - 1), nullptr);
    EXPECT_EQ(*p.find(places - 1), places == 1 ? 8 : 7);
    std::map<int, int> entries_visited;
    p.for_each([&](int place, int value) { return entries_visited.emplace(place, value).second; });
    EXPECT_EQ(entries_visited.size(), places == 1 ? 1u : 2u);
  }
}

TEST(peers, are_destroyed_with_the_table) {
  auto const value = std::make_shared<int>(0);
  {
    peers<std::shared_ptr<int>> p(2);
    for (int q = 0; q < 4; ++q) p.of(q) = value;
    EXPECT_EQ(value.use_count(), 5);
  }
  EXPECT_EQ(value.use_count(), 1);
}

TEST(peers, for_each_ends_when_it_is_told_to) {
  peers<int> p(10);
  for (int q = 0; q < 10; ++q) p.of(q) = q;
  int visits = 0;
  p.for_each([&](int, int) { return ++visits < 4; });
  EXPECT_EQ(visits, 4);
}

}  // namespace
