// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of every transport about global memory: the part of a place is the same memory
// wherever it is mapped.
#include <gtest/gtest.h>

#include <tuple>

#include "player.hpp"
#include "world.hpp"

namespace transport_test {
namespace {

class global_memory : public testing::TestWithParam<std::tuple<world, int>> {};

TEST_P(global_memory, is_the_same_for_each_place_that_maps_it) {
  std::get<0>(GetParam()).run({std::get<1>(GetParam()), 0, -1}, [](endpoint& end, blackboard&) {
    player me(end);
    std::size_t const bytes = end.limits().memory;
    EXPECT_GE(bytes, std::size_t{1} << 20);
    auto const word = [&](int place, int writer) {
      return reinterpret_cast<std::uint64_t*>(end.memory(place) + bytes - 4096 * static_cast<std::size_t>(writer + 1));
    };
    ASSERT_NE(end.memory(end.here()), nullptr);
    // Each place writes into the memory of every place, then checks which places have written.
    for (int p = 0; p < end.places(); ++p) {
      if (end.memory(p) == nullptr) continue;
      EXPECT_TRUE(end.same_host(p));
      EXPECT_EQ(end.memory(p), end.memory(p));
      EXPECT_EQ(*word(p, end.here()), 0u) << "new memory is zero";
      *word(p, end.here()) = static_cast<std::uint64_t>(100 * end.here() + p + 1);
    }
    me.meet();
    for (int p = 0; p < end.places(); ++p) {
      if (end.memory(p) == nullptr) continue;
      for (int writer = 0; writer < end.places(); ++writer)
        EXPECT_EQ(*word(p, writer), static_cast<std::uint64_t>(100 * writer + p + 1));
    }
    me.finish();
  });
}

INSTANTIATE_TEST_SUITE_P(transports, global_memory,
                         testing::Combine(testing::ValuesIn(worlds()), testing::Values(1, 3)), [](auto const& test) {
                           return name_of(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace transport_test
