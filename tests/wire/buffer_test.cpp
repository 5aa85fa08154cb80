// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "wire/largest_allocation.hpp"

namespace wire = skua::wire;

namespace {

TEST(wire_buffer, small_messages_need_no_heap) {
  (void)take_largest_allocation();
  wire::writer w;
  for (std::size_t i = 0; i < wire::writer::inline_bytes / 8; ++i) w.put(std::uint64_t{i});
  EXPECT_EQ(take_largest_allocation(), 0U);
  w.put('x');
  EXPECT_GT(take_largest_allocation(), 0U);
  EXPECT_EQ(w.size(), wire::writer::inline_bytes + 1);
}

TEST(wire_buffer, growing_keeps_the_bytes_and_clear_keeps_the_room) {
  wire::writer w;
  std::vector<int> numbers(100'000);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (int const n : numbers) w.put(n);
  wire::reader r(w.view());
  for (int const n : numbers) ASSERT_EQ(r.get<int>(), n);
  w.clear();
  (void)take_largest_allocation();
  w.raw(numbers.data(), numbers.size() * sizeof(int));
  EXPECT_EQ(take_largest_allocation(), 0U);
}

TEST(wire_buffer, moving_takes_the_bytes_along) {
  for (std::size_t const size : {std::size_t{10}, std::size_t{1000}}) {
    wire::writer w;
    for (std::size_t i = 0; i < size; ++i) w.put(static_cast<char>(i));
    wire::writer moved(std::move(w));
    EXPECT_EQ(moved.size(), size);
    wire::writer assigned;
    assigned.put(1.0);
    assigned = std::move(moved);
    ASSERT_EQ(assigned.size(), size);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(static_cast<char>(assigned.view()[i]), static_cast<char>(i));
    moved.put(2);  // NOLINT: a moved-from writer is empty and usable
    EXPECT_EQ(moved.size(), 4U);
  }
}

TEST(wire_buffer, headers_are_filled_in_later) {
  wire::writer w;
  w.put(0);
  w.put(7);
  w.put_at(0, 5);
  w.truncate(4);
  wire::reader r(w.view());
  EXPECT_EQ(r.get<int>(), 5);
  EXPECT_EQ(r.remaining(), 0U);
}

TEST(wire_buffer, lengths) {
  for (std::size_t const n : {0UL, 1UL, 254UL, 255UL, 256UL, 1UL << 40}) {
    wire::writer w;
    w.put_length(n);
    EXPECT_EQ(w.size(), n < 255 ? 1U : 9U);
    wire::reader r(w.view());
    if (n == 0) {
      EXPECT_EQ(r.get_length(), 0U);
    } else {
      EXPECT_THROW((void)r.get_length(), wire::malformed);
    }
  }
}

TEST(wire_buffer, nothing_is_read_beyond_the_end) {
  std::vector<std::byte> const four(4);
  wire::reader r(four);
  EXPECT_EQ(r.take(3).size(), 3U);
  EXPECT_THROW((void)r.get<short>(), wire::malformed);
  EXPECT_THROW((void)r.take(static_cast<std::size_t>(-1)), wire::malformed);
  char buffer[2];
  EXPECT_THROW(r.raw(buffer, 2), wire::malformed);
  EXPECT_EQ(r.remaining(), 1U);
  r.raw(buffer, 1);
  wire::reader empty({});
  empty.raw(buffer, 0);
  EXPECT_THROW((void)empty.get<char>(), wire::malformed);
}

}  // namespace
