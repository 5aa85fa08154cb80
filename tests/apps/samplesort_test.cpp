// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of samplesort without the runtime: the keys of every distribution, fingerprints, and
// the sequential radix sort.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "samplesort/problem.hpp"

namespace apps::samplesort {
namespace {

constexpr shape all_shapes[] = {shape::uniform, shape::skewed, shape::few,
                                shape::equal,   shape::sorted, shape::reversed};

std::vector<std::uint64_t> some_keys(shape distribution, std::size_t n) {
  std::vector<std::uint64_t> keys(n);
  make_keys({.keys = n, .places = 1, .seed = 5, .distribution = distribution}, 0, keys);
  return keys;
}

TEST(samplesort_keys, are_distributed_as_their_name_says) {
  EXPECT_TRUE(std::ranges::is_sorted(some_keys(shape::sorted, 1000)));
  EXPECT_TRUE(std::ranges::is_sorted(some_keys(shape::reversed, 1000), std::greater<>()));
  auto few = some_keys(shape::few, 1000);
  std::ranges::sort(few);
  EXPECT_EQ(std::unique(few.begin(), few.end()) - few.begin(), 10);
  auto const equal = some_keys(shape::equal, 10);
  EXPECT_EQ(std::ranges::count(equal, equal[0]), 10);
}

TEST(samplesort_fingerprint, of_parts_add_up_and_see_an_exchange) {
  auto keys = some_keys(shape::uniform, 100);
  auto const whole = fingerprint_of(keys, 0);
  auto const span = std::span<std::uint64_t const>(keys);
  EXPECT_EQ(fingerprint_of(span.first(40), 0) + fingerprint_of(span.subspan(40), 40), whole);
  std::swap(keys[3], keys[70]);
  auto const exchanged = fingerprint_of(keys, 0);
  EXPECT_EQ(exchanged.unordered, whole.unordered);
  EXPECT_NE(exchanged.weighted, whole.weighted);
  keys[0] ^= 1;
  EXPECT_NE(fingerprint_of(keys, 0).unordered, whole.unordered);
}

TEST(samplesort_radix, sorts_every_distribution_also_where_bytes_are_alike) {
  for (auto const s : all_shapes) {
    for (std::uint64_t const mask : {~std::uint64_t{0}, std::uint64_t{0xff00}, std::uint64_t{0xff0000ff00}}) {
      auto keys = some_keys(s, 3000);
      for (auto& key : keys) key &= mask;
      auto expected = keys;
      std::ranges::sort(expected);
      std::vector<std::uint64_t> room(keys.size());
      radix_sort(keys, room);
      EXPECT_EQ(keys, expected);
    }
  }
  radix_sort({}, {});
}

}  // namespace
}  // namespace apps::samplesort
