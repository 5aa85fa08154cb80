// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The partition step on inputs that are hard for quicksort, and the generator against published
// values.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "quicksort/problem.hpp"

namespace apps::quicksort {
namespace {

using generator = std::function<std::uint64_t(std::size_t, std::size_t)>;

void expect_partitions(generator const& make) {
  for (std::size_t const n : {16u, 17u, 18u, 23u, 24u, 64u, 1000u, 4097u}) {
    std::vector<std::uint64_t> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = make(i, n);
    auto const before = fingerprint_of<std::uint64_t>(keys);
    std::size_t const middle = partition<std::uint64_t>(keys);
    ASSERT_LT(middle, n);
    for (std::size_t i = 0; i < n; ++i) {
      if (i < middle)
        ASSERT_LE(keys[i], keys[middle]) << n;
      else
        ASSERT_GE(keys[i], keys[middle]) << n;
    }
    auto const after = fingerprint_of<std::uint64_t>(keys);
    EXPECT_EQ(after.sum, before.sum);
    EXPECT_EQ(after.exclusive_or, before.exclusive_or);
  }
}

TEST(quicksort_partition, of_keys_in_any_order) {
  expect_partitions([](std::size_t i, std::size_t n) { return splitmix::key(n, i); });
  expect_partitions([](std::size_t i, std::size_t) { return i; });
  expect_partitions([](std::size_t i, std::size_t n) { return n - i; });
  expect_partitions([](std::size_t i, std::size_t) { return i % 2; });
  expect_partitions([](std::size_t i, std::size_t n) { return std::min(i, n - i); });
}

TEST(quicksort_partition, equal_keys_split_in_halves) {
  std::vector<std::uint64_t> keys(1001, 5);
  EXPECT_NEAR(static_cast<double>(partition<std::uint64_t>(keys)), 500, 2);
}

TEST(quicksort_fingerprint, tells_order_and_content) {
  std::vector<std::uint64_t> const sorted{1, 2, 3};
  std::vector<std::uint64_t> const exchanged{2, 1, 3};
  std::vector<std::uint64_t> const different_keys{1, 2, 4};
  auto const facts = fingerprint_of<std::uint64_t>(sorted);
  EXPECT_TRUE(facts.sorted);
  EXPECT_EQ(facts.weighted, 14u);
  EXPECT_FALSE(fingerprint_of<std::uint64_t>(exchanged).sorted);
  EXPECT_NE(fingerprint_of<std::uint64_t>(exchanged).weighted, facts.weighted);
  EXPECT_NE(fingerprint_of<std::uint64_t>(different_keys).sum, facts.sum);
}

TEST(quicksort_generator, published_values) {
  EXPECT_EQ(splitmix::key(0, 0), 16294208416658607535u);
  EXPECT_EQ(splitmix::key(1, 3), 8196980753821780235u);
  EXPECT_EQ(splitmix::key(42, 1), 2949826092126892291u);
  EXPECT_EQ(splitmix::unit(1, 0), 0.5665615751722809);
}

}  // namespace
}  // namespace apps::quicksort
