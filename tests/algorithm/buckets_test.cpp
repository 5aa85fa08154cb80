// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the sample sort without places: samples, splitters, the partition of keys of every
// shape, and the sort of a bucket.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include <skua/detail/algorithm/buckets.hpp>

namespace skua::algorithm {
namespace {

using key_type = std::uint64_t;
using key_sample = sample<key_type>;

enum class shape { uniform, few, equal, sorted, reversed };
constexpr shape all_shapes[] = {shape::uniform, shape::few, shape::equal, shape::sorted, shape::reversed};

std::vector<key_type> some_keys(shape kind, std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<key_type> keys(n);
  for (auto& key : keys) key = random() >> (kind == shape::few ? 61 : 0);
  if (kind == shape::equal) std::ranges::fill(keys, 4711u);
  if (kind == shape::sorted) std::ranges::sort(keys);
  if (kind == shape::reversed) std::ranges::sort(keys, std::greater<>());
  return keys;
}
std::vector<key_sample> with_numbers(std::vector<key_type> const& keys, std::uint64_t first) {
  std::vector<key_sample> samples;
  for (std::size_t i = 0; i < keys.size(); ++i) samples.push_back({keys[i], first + i});
  return samples;
}
bool is_before(key_sample const& a, key_sample const& b) {
  std::less<> less;
  return precedes(less, a, b);
}
std::vector<key_sample> splitters_of(std::vector<key_sample> samples, std::size_t buckets) {
  std::ranges::sort(samples, is_before);
  return choose_splitters(samples, buckets);
}

TEST(buckets_samples, are_keys_with_their_numbers_from_every_stretch) {
  auto const keys = some_keys(shape::uniform, 103);
  for (std::size_t const count : {1u, 10u, 102u, 103u, 500u}) {
    auto const samples = take_samples(std::span<key_type const>(keys), 1000, count);
    ASSERT_EQ(samples.size(), std::min<std::size_t>(count, 103));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      ASSERT_GE(samples[i].number, 1000u);
      ASSERT_LT(samples[i].number, 1103u);
      EXPECT_EQ(samples[i].key, keys[samples[i].number - 1000]);
      if (i > 0) {
        EXPECT_LT(samples[i - 1].number, samples[i].number);
      }
    }
  }
}

TEST(buckets_splitters, cut_the_samples_into_equal_parts) {
  auto const samples = with_numbers(some_keys(shape::reversed, 60), 0);
  auto const chosen = splitters_of(samples, 6);
  auto sorted = samples;
  std::ranges::sort(sorted, is_before);
  ASSERT_EQ(chosen.size(), 5u);
  for (std::size_t b = 0; b < 5; ++b) EXPECT_EQ(chosen[b].number, sorted[10 * (b + 1)].number);
  EXPECT_TRUE(choose_splitters(samples, 1).empty());
  EXPECT_EQ(choose_splitters(std::vector{samples[0]}, 4).size(), 3u);
}

// A bucket by its definition: the number of splitters at or below the key with its index.
TEST(buckets_classifier, finds_the_bucket_of_every_key_also_among_equal_ones) {
  for (auto const s : all_shapes) {
    auto const keys = some_keys(s, 1003);
    for (std::size_t const buckets : {1u, 2u, 3u, 4u, 5u, 8u, 64u, 100u}) {
      // Splitters from keys before, within and behind these keys, as if from other places.
      auto samples = with_numbers(keys, 2000);
      auto const before = with_numbers(keys, 0);
      auto const behind = with_numbers(keys, 5000);
      samples.insert(samples.end(), before.begin(), before.end());
      samples.insert(samples.end(), behind.begin(), behind.end());
      auto const splitters = splitters_of(samples, buckets);
      std::less<> less;
      classifier<key_type, std::less<>> const sorter(splitters, less);
      ASSERT_EQ(sorter.buckets(), buckets);
      std::vector<std::uint16_t> key_buckets(keys.size());
      std::vector<std::uint32_t> counts(buckets);
      sorter.classify(keys, 2000, key_buckets, counts);
      std::vector<std::uint32_t> expected_counts(buckets);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        key_sample const own{keys[i], 2000 + i};
        auto const expected =
            std::ranges::count_if(splitters, [&](key_sample const& splitter) { return !is_before(own, splitter); });
        ASSERT_EQ(key_buckets[i], expected) << buckets << " buckets, key " << i;
        ++expected_counts[static_cast<std::size_t>(expected)];
      }
      EXPECT_EQ(counts, expected_counts);
    }
  }
}

TEST(buckets_classifier, knows_the_extreme_keys) {
  std::uint64_t const largest = ~std::uint64_t{0};
  std::less<> less;
  classifier<key_type, std::less<>> const sorter({{0, 5}, {largest, 5}, {largest, 9}}, less);
  std::vector<std::uint64_t> const keys{0, largest, 1, largest, largest - 1};
  std::vector<std::uint16_t> key_buckets(5);
  std::vector<std::uint32_t> counts(4);
  sorter.classify(keys, 5, key_buckets, counts);
  EXPECT_EQ(key_buckets, (std::vector<std::uint16_t>{1, 2, 1, 2, 1}));
  sorter.classify(keys, 8, key_buckets, counts);
  EXPECT_EQ(key_buckets, (std::vector<std::uint16_t>{1, 3, 1, 3, 1}));
}

TEST(buckets_partition, keeps_all_keys_and_balances_equal_ones) {
  for (auto const s : all_shapes) {
    for (std::size_t const n : {0u, 1u, 999u, 4096u}) {
      auto const keys = some_keys(s, std::max<std::size_t>(n, 1));
      auto const own_keys = std::span<std::uint64_t const>(keys).first(n);
      std::less<> less;
      classifier<key_type, std::less<>> const sorter(splitters_of(with_numbers(keys, 70), 16), less);
      for (std::size_t const chunk : {100u, 512u, 5000u}) {
        bucket_partition<key_type, std::less<>> work(own_keys, 70, sorter, chunk);
        for (std::size_t c = 0; c < work.chunks(); ++c) work.classify(c);
        auto const begins = work.begins();
        std::vector<std::uint64_t> output(n);
        for (std::size_t c = work.chunks(); c-- > 0;) work.scatter(c, output.data());
        ASSERT_EQ(begins.size(), 17u);
        EXPECT_EQ(begins.front(), 0u);
        EXPECT_EQ(begins.back(), n);
        // All keys were samples: the buckets are as equal as possible.
        for (std::size_t b = 0; b < 16 && n > 16; ++b)
          EXPECT_NEAR(static_cast<double>(begins[b + 1] - begins[b]), static_cast<double>(n) / 16, 1.0);
        for (std::size_t b = 0; b < 16; ++b)
          std::sort(output.begin() + static_cast<long>(begins[b]), output.begin() + static_cast<long>(begins[b + 1]));
        auto expected = std::vector<std::uint64_t>(own_keys.begin(), own_keys.end());
        std::ranges::sort(expected);
        EXPECT_EQ(output, expected);
      }
    }
  }
}

TEST(buckets_sort, sorts_pieces_of_every_distribution) {
  for (auto const s : all_shapes) {
    for (std::size_t const n : {1u, 2u, 3u, 25u, 100u, 5000u, 40000u}) {
      auto const keys = some_keys(s, n);
      auto const key_span = std::span<std::uint64_t const>(keys);
      std::vector<std::span<std::uint64_t const>> const pieces{key_span.first(n / 3), {}, key_span.subspan(n / 3)};
      std::vector<std::uint64_t> output(n);
      std::less<> less;
      sort_pieces<key_type>(pieces, output.data(), output.size(), less);
      auto expected = keys;
      std::ranges::sort(expected);
      EXPECT_EQ(output, expected) << n;
    }
  }
  std::less<> less;
  sort_pieces<key_type>({}, nullptr, 0, less);
}

TEST(buckets_sort, sorts_keys_that_crowd_at_one_end) {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < 3000; ++i) keys.push_back(i * 7919 % 1000);
  keys.push_back(~std::uint64_t{0});
  std::vector<std::span<std::uint64_t const>> const pieces{keys};
  std::vector<std::uint64_t> output(keys.size());
  std::less<> less;
  sort_pieces<key_type>(pieces, output.data(), output.size(), less);
  std::ranges::sort(keys);
  EXPECT_EQ(output, keys);
}

/// Bits are ordered as the numbers, also around zero and at the ends.
template <class T>
void expect_ordered(std::vector<T> const& ascending) {
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(ordered_bits<false>(ascending[i - 1]), ordered_bits<false>(ascending[i])) << i;
    EXPECT_GT(ordered_bits<true>(ascending[i - 1]), ordered_bits<true>(ascending[i])) << i;
  }
}
TEST(buckets_bits, are_ordered_as_the_numbers) {
  expect_ordered<int>({std::numeric_limits<int>::min(), -2, -1, 0, 1, std::numeric_limits<int>::max()});
  expect_ordered<signed char>({-128, -1, 0, 1, 127});
  expect_ordered<std::uint64_t>({0, 1, std::uint64_t{1} << 63, ~std::uint64_t{0}});
  expect_ordered<double>({-HUGE_VAL, -1e300, -1.5, -1e-310, 0.0, 1e-310, 1.5, 1e300, HUGE_VAL});
  expect_ordered<float>({-HUGE_VALF, -1.5f, -1e-40f, 0.0f, 1e-40f, 1.5f, HUGE_VALF});
}

}  // namespace
}  // namespace skua::algorithm
