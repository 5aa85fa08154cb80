// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The positions of elements: distributions of arrays, rows of sections.
#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

#include <skua/memory/distribution.hpp>

#include "memory/cursor.hpp"

namespace {

using skua::distribution;

TEST(distribution, every_element_is_at_one_position) {
  for (int places = 1; places <= 5; ++places) {
    for (std::size_t const n : {0, 1, 2, 7, 16, 100, 101}) {
      for (std::size_t const block : {0, 1, 2, 3, 8, 1000}) {
        distribution const d(n, block, places);
        std::vector<std::set<std::size_t>> positions(static_cast<std::size_t>(places));
        for (std::size_t i = 0; i < n; ++i) {
          int const p = d.place_of(i);
          ASSERT_EQ(p, static_cast<int>(i / d.block() % static_cast<std::size_t>(places)));
          ASSERT_TRUE(positions[static_cast<std::size_t>(p)].insert(d.position_of(i)).second);
          ASSERT_EQ(d.element_at(p, d.position_of(i)), i);
        }
        for (int p = 0; p < places; ++p) {
          auto const& own_positions = positions[static_cast<std::size_t>(p)];
          ASSERT_EQ(own_positions.size(), d.size_at(p))
              << n << " elements, blocks of " << block << ", place " << p << " of " << places;
          if (!own_positions.empty()) {
            ASSERT_EQ(*own_positions.rbegin(), own_positions.size() - 1) << "positions without gaps";
          }
        }
      }
    }
  }
}

TEST(distribution, one_block_each_is_the_default) {
  distribution const d(10, 0, 4);
  EXPECT_EQ(d.block(), 3u);
  EXPECT_EQ(d.size_at(0), 3u);
  EXPECT_EQ(d.size_at(3), 1u);
}

TEST(distribution, blocks_and_sizes_near_the_largest_number) {
  constexpr std::size_t half = std::size_t{1} << 63;
  for (std::size_t const block : {half, half + 1, ~std::size_t{0}}) {
    for (int places = 1; places <= 4; ++places) {
      distribution const d(100, block, places);
      EXPECT_EQ(d.size_at(0), 100u);
      for (int p = 1; p < places; ++p) EXPECT_EQ(d.size_at(p), 0u);
      EXPECT_EQ(d.place_of(99), 0);
      EXPECT_EQ(d.position_of(99), 99u);
    }
  }
  distribution const d(~std::size_t{0}, half, 4);
  EXPECT_EQ(d.size_at(0), half);
  EXPECT_EQ(d.size_at(1), half - 1);
  EXPECT_EQ(d.size_at(2), 0u);
}

using skua::memory::cursor;
using skua::memory::layout;

TEST(layout, its_range_holds_all_its_rows) {
  layout const l{.offset = 1000, .row = 8, .extent = {3, 2, 4}, .stride = {-100, 40, 8}};
  auto const r = skua::memory::range_of(l);
  EXPECT_EQ(r.low, 800u);
  EXPECT_EQ(r.high, 1000u + 40 + 24 + 8);
  EXPECT_EQ(l.bytes(), 192u);
}

TEST(layout, a_dimension_without_rows_does_not_reach_further) {
  layout l{.offset = 1000, .row = 8, .extent = {0, 2, 1}, .stride = {-100, 40, 0}};
  auto const r = skua::memory::range_of(l);
  EXPECT_EQ(r.low, 1000u);
  EXPECT_EQ(r.high, 1048u);
}

TEST(layout, no_range_holds_more_than_64_bits) {
  constexpr std::int64_t quarter = std::int64_t{1} << 62;
  layout const sum{.offset = 1000, .row = 1, .extent = {5, 1, 1}, .stride = {quarter, 0, 0}};
  layout const product{.offset = 1000, .row = 1, .extent = {1, 1, 9}, .stride = {0, 0, quarter}};
  layout const below{.offset = 1000, .row = 1, .extent = {1, 2, 1}, .stride = {0, -1001, 0}};
  layout const row{.offset = 1000, .row = ~std::uint64_t{0}};
  for (layout const& l : {sum, product, below, row}) {
    auto const r = skua::memory::range_of(l);
    EXPECT_EQ(r.low, 0u) << "no block begins there";
    EXPECT_EQ(r.high, ~std::uint64_t{0});
  }
  layout const many{.offset = 1000, .row = 1, .extent = {std::uint64_t{1} << 32, std::uint64_t{1} << 32, 1}};
  EXPECT_EQ(many.bytes(), ~std::uint64_t{0});
}

TEST(layout, a_cursor_begins_anywhere) {
  std::vector<std::byte> memory(4096);
  layout const l{.offset = 0, .row = 5, .extent = {3, 2, 4}, .stride = {300, 100, 7}};
  std::vector<std::byte*> expected;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      for (int k = 0; k < 4; ++k) {
        for (int b = 0; b < 5; ++b) expected.push_back(memory.data() + 300 * i + 100 * j + 7 * k + b);
      }
    }
  }
  for (std::size_t first = 0; first < expected.size(); ++first) {
    cursor c(l, memory.data(), first);
    for (std::size_t position = first; position < expected.size();) {
      ASSERT_EQ(c.at(), expected[position]);
      std::uint64_t const n = std::min<std::uint64_t>(c.left_in_row(), 2);
      c.advance(n);
      position += n;
    }
  }
}

TEST(layout, pieces_travel) {
  std::vector<std::byte> source(2000), target(2000);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>(i * 7 + i / 256);
  layout const a{.offset = 0, .row = 12, .extent = {2, 3, 5}, .stride = {900, 250, 40}};
  layout const b{.offset = 0, .row = 8, .extent = {5, 3, 3}, .stride = {300, 90, 20}};
  ASSERT_EQ(a.bytes(), b.bytes());
  for (std::uint64_t const size : {1, 4, 8, 13, 360}) {
    std::fill(target.begin(), target.end(), std::byte{0});
    for (std::uint64_t begin = 0; begin < a.bytes(); begin += size) {
      skua::memory::piece const p{begin, std::min(a.bytes(), begin + size)};
      skua::wire::writer w;
      skua::memory::pack(w, a, source.data(), p);
      skua::wire::reader r(w.view());
      skua::memory::unpack(r, b, target.data(), p);
    }
    for (std::uint64_t i = 0; i < a.bytes(); ++i)
      ASSERT_EQ(*cursor(a, source.data(), i).at(), *cursor(b, target.data(), i).at()) << i;
  }
}

}  // namespace
