// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include <skua/detail/base/aligned.hpp>

namespace {

using skua::base::allocate_lines;
using skua::base::line_allocator;
using skua::base::line_bytes;
using skua::base::release_lines;

bool on_a_line(void const* p) { return reinterpret_cast<std::uintptr_t>(p) % line_bytes == 0; }

TEST(aligned, every_size_begins_on_a_line_and_is_all_ours) {
  std::vector<void*> blocks;
  for (std::size_t n = 0; n < 300; ++n) {
    blocks.push_back(allocate_lines(n));
    EXPECT_TRUE(on_a_line(blocks.back()));
    std::memset(blocks.back(), static_cast<int>(n & 0xff), n);
  }
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    auto const* const bytes = static_cast<unsigned char const*>(blocks[n]);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(bytes[i], n & 0xff);
    release_lines(blocks[n]);
  }
  release_lines(nullptr);
}

struct alignas(64) line {
  int value;
};

TEST(aligned, containers) {
  std::vector<line, line_allocator<line>> lines;
  std::deque<line, line_allocator<line>> queue;
  for (int i = 0; i < 1000; ++i) {
    lines.push_back({i});
    queue.push_back({i});
    if (i % 3 == 0) queue.pop_front();
  }
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(lines[static_cast<std::size_t>(i)].value, i);
  EXPECT_TRUE(on_a_line(lines.data()));
  for (line const& l : queue) EXPECT_TRUE(on_a_line(&l));
  EXPECT_EQ(queue.front().value, 334);
}

}  // namespace
