// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/spare_blocks.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <skua/wire/writer.hpp>

#include "wire/largest_allocation.hpp"

namespace {

using skua::wire::spare_blocks;
constexpr std::size_t kib = 1024;

TEST(spare_blocks, come_back_when_they_are_large_enough) {
  spare_blocks all;
  auto const first = all.take(100 * kib);
  EXPECT_GE(first.bytes, 100 * kib);
  all.give(first);
  auto const larger = all.take(300 * kib);
  EXPECT_NE(larger.at, first.at);
  auto const again = all.take(90 * kib);
  EXPECT_EQ(again.at, first.at);
  EXPECT_EQ(again.bytes, first.bytes);
  all.give(larger);
  all.give(again);
  EXPECT_EQ(all.take(70 * kib).at, first.at) << "not the largest, when a smaller one does";
  delete[] first.at;
}

TEST(spare_blocks, are_not_kept_without_bounds) {
  spare_blocks all;
  std::vector<spare_blocks::block> taken;
  for (int i = 0; i < 8; ++i) taken.push_back(all.take(spare_blocks::most_bytes / 2));
  for (auto const& b : taken) all.give(b);
  all.give(all.take(2 * spare_blocks::most_bytes));
  all.give(all.take(10));
  (void)take_largest_allocation();
  auto const one = all.take(spare_blocks::most_bytes / 2);
  auto const two = all.take(spare_blocks::most_bytes / 2);
  EXPECT_EQ(take_largest_allocation(), 0U);
  auto const three = all.take(spare_blocks::most_bytes / 2);
  EXPECT_EQ(take_largest_allocation(), spare_blocks::most_bytes / 2);
  for (auto const& b : {one, two, three}) all.give(b);
}

TEST(spare_blocks, are_what_a_long_message_is_written_into) {
  std::vector<std::byte> const text(1000 * kib);
  auto const write = [&] {
    skua::wire::writer w;
    w.raw(text.data(), text.size());
  };
  write();
  (void)take_largest_allocation();
  write();
  EXPECT_EQ(take_largest_allocation(), 0U);
}

}  // namespace
