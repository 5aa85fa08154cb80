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
  spare_blocks spares;
  auto const first = spares.take(100 * kib);
  EXPECT_GE(first.bytes, 100 * kib);
  spares.give(first);
  auto const larger = spares.take(300 * kib);
  EXPECT_NE(larger.data, first.data);
  auto const reused = spares.take(90 * kib);
  EXPECT_EQ(reused.data, first.data);
  EXPECT_EQ(reused.bytes, first.bytes);
  spares.give(larger);
  spares.give(reused);
  EXPECT_EQ(spares.take(70 * kib).data, first.data) << "not the largest, when a smaller one does";
  delete[] first.data;
}

TEST(spare_blocks, are_not_kept_without_bounds) {
  spare_blocks spares;
  std::vector<spare_blocks::block> blocks;
  for (int i = 0; i < 8; ++i) blocks.push_back(spares.take(spare_blocks::max_bytes / 2));
  for (auto const& b : blocks) spares.give(b);
  spares.give(spares.take(2 * spare_blocks::max_bytes));
  spares.give(spares.take(10));
  (void)take_largest_allocation();
  auto const one = spares.take(spare_blocks::max_bytes / 2);
  auto const two = spares.take(spare_blocks::max_bytes / 2);
  EXPECT_EQ(take_largest_allocation(), 0U);
  auto const three = spares.take(spare_blocks::max_bytes / 2);
  EXPECT_EQ(take_largest_allocation(), spare_blocks::max_bytes / 2);
  for (auto const& b : {one, two, three}) spares.give(b);
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
