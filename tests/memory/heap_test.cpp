// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap against a simple model: blocks do not overlap, freed memory is reused, the queries give
// right answers.
#include "memory/heap.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace {

using skua::memory::heap;

TEST(heap, blocks_begin_at_their_alignment) {
  heap h(1 << 20);
  for (std::uint64_t const alignment : {1, 2, 8, 16, 64, 4096}) {
    auto const offset = h.allocate(24, alignment);
    ASSERT_TRUE(offset);
    EXPECT_EQ(*offset % alignment, 0u);
    EXPECT_EQ(*offset % heap::grain, 0u);
    EXPECT_NE(*offset, 0u);
  }
}

TEST(heap, is_empty_again_when_all_is_given_back) {
  heap h(1 << 16);
  std::vector<std::uint64_t> blocks;
  while (auto const offset = h.allocate(1000, 8)) blocks.push_back(*offset);
  EXPECT_GT(blocks.size(), 60u);
  std::mt19937 random(1);
  std::shuffle(blocks.begin(), blocks.end(), random);
  for (std::uint64_t const b : blocks) EXPECT_TRUE(h.release(b));
  EXPECT_EQ(h.in_use(), 0u);
  EXPECT_EQ(h.blocks(), 0u);
  auto const whole = h.allocate((1 << 16) - heap::grain, 8);
  ASSERT_TRUE(whole);
  EXPECT_EQ(*whole, heap::grain);
}

TEST(heap, refuses_what_does_not_fit) {
  heap h(4096);
  EXPECT_FALSE(h.allocate(4096, 8));  // offset 0 belongs to no block
  EXPECT_FALSE(h.allocate(~std::uint64_t{0}, 8));
  EXPECT_FALSE(h.allocate(8, 8192));
  EXPECT_TRUE(h.allocate(4080, 8));
  EXPECT_FALSE(h.allocate(1, 1));
}

TEST(heap, knows_the_smallest_size_for_a_block) {
  heap h(4096);
  (void)h.allocate(100, 8);
  for (std::uint64_t const bytes : {1u, 4096u, 5000u}) {
    for (std::uint64_t const alignment : {8u, 64u, 8192u}) {
      std::uint64_t const size = h.size_for(bytes, alignment);
      heap enough(size), small(size - 1);
      for (heap* same : {&enough, &small}) (void)same->allocate(100, 8);
      EXPECT_TRUE(enough.allocate(bytes, alignment)) << bytes << " " << alignment;
      EXPECT_FALSE(small.allocate(bytes, alignment)) << bytes << " " << alignment;
    }
  }
  EXPECT_EQ(h.size_for(~std::uint64_t{0}, 8), ~std::uint64_t{0});
}

TEST(heap, knows_what_is_in_use) {
  heap h(1 << 16);
  auto const a = *h.allocate(100, 8), b = *h.allocate(100, 8);
  EXPECT_TRUE(h.holds(a, 100));
  EXPECT_TRUE(h.holds(a + 50, 50));
  EXPECT_TRUE(h.holds(a + 99, 0));
  EXPECT_FALSE(h.holds(a, b - a + 1)) << "two blocks are not one";
  EXPECT_FALSE(h.holds(b + 100, 100));
  EXPECT_FALSE(h.holds(0, 8));
  EXPECT_TRUE(h.release(a));
  EXPECT_FALSE(h.holds(a, 1));
  EXPECT_FALSE(h.release(a)) << "twice";
  EXPECT_FALSE(h.release(b + 16)) << "the middle of a block";
  EXPECT_EQ(h.near(a), "there is no block below it");
  EXPECT_EQ(h.near(b + 20), "the nearest block below it is 100 bytes at offset " + std::to_string(b));
}

TEST(heap, random_use_keeps_blocks_apart) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    heap h(100'000);
    std::map<std::uint64_t, std::uint64_t> model;
    std::uint64_t refusals = 0;
    for (int i = 0; i < 3000; ++i) {
      if (model.empty() || random() % 5 < 3) {
        std::uint64_t const bytes = 1 + random() % (random() % 8 == 0 ? 20'000 : 200);
        auto const offset = h.allocate(bytes, std::uint64_t{1} << random() % 8);
        if (!offset) {
          ++refusals;
          continue;
        }
        ASSERT_LE(*offset + bytes, h.size());
        auto const next_block = model.lower_bound(*offset);
        if (next_block != model.end()) {
          ASSERT_LE(*offset + bytes, next_block->first);
        }
        if (next_block != model.begin()) {
          ASSERT_LE(std::prev(next_block)->first + std::prev(next_block)->second, *offset);
        }
        model[*offset] = bytes;
      } else {
        auto block = std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
        auto const freed = h.release(block->first);
        ASSERT_TRUE(freed);
        ASSERT_LE(freed->first, block->first);
        ASSERT_GE(freed->first + freed->second, block->first + block->second);
        model.erase(block);
      }
      ASSERT_EQ(h.blocks(), model.size());
    }
    EXPECT_GT(refusals, 0u);
    while (!model.empty()) {
      ASSERT_TRUE(h.release(model.begin()->first));
      model.erase(model.begin());
    }
    EXPECT_EQ(h.in_use(), 0u);
  }
}

}  // namespace
