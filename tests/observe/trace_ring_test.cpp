// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/trace_ring.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace {

using skua::observe::trace_record;
using skua::observe::trace_ring;

trace_record numbered(std::uint64_t n) {
  trace_record r;
  r.a = n;
  r.b = ~n;
  return r;
}

TEST(trace_ring, gives_records_back_in_order) {
  trace_ring ring(4);
  std::vector<std::uint64_t> taken;
  for (std::uint64_t round = 0; round < 5; ++round) {
    for (std::uint64_t i = 0; i < 3; ++i) EXPECT_TRUE(ring.put(numbered(3 * round + i)));
    ring.take_all([&](trace_record const& r) { taken.push_back(r.a); });
  }
  ASSERT_EQ(taken.size(), 15u);
  for (std::uint64_t i = 0; i < 15; ++i) EXPECT_EQ(taken[i], i);
}

TEST(trace_ring, refuses_what_does_not_fit) {
  trace_ring ring(4);
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_TRUE(ring.put(numbered(i)));
  EXPECT_FALSE(ring.put(numbered(4)));
  int taken = 0;
  ring.take_all([&](trace_record const&) { ++taken; });
  EXPECT_EQ(taken, 4);
  EXPECT_TRUE(ring.put(numbered(5)));
}

TEST(trace_ring, has_a_writer_and_a_reader_at_the_same_time) {
  constexpr std::uint64_t count = 50'000;
  trace_ring ring(64);
  std::thread writer([&] {
    for (std::uint64_t i = 0; i < count;) {
      if (ring.put(numbered(i))) {
        ++i;
      } else {
        std::this_thread::yield();
      }
    }
  });
  std::uint64_t expected = 0, wrong = 0;
  while (expected < count) {
    ring.take_all([&](trace_record const& r) { wrong += r.a != expected++ || r.b != ~r.a; });
    std::this_thread::yield();
  }
  writer.join();
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
