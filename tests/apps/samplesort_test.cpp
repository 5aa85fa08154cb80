// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of samplesort without the runtime: samples, splitters, the partition of keys of every
// distribution, buckets, and the sequential radix sort.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "samplesort/buckets.hpp"
#include "samplesort/problem.hpp"
#include "skua/splitmix.hpp"

namespace apps::samplesort {
namespace {

constexpr shape all_shapes[] = {shape::uniform, shape::skewed, shape::few,
                                shape::equal,   shape::sorted, shape::reversed};

std::vector<std::uint64_t> some_keys(shape distribution, std::size_t n) {
  std::vector<std::uint64_t> keys(n);
  make_keys({.keys = n, .places = 1, .seed = 5, .distribution = distribution}, 0, keys);
  return keys;
}

std::vector<sample> with_indices(std::vector<std::uint64_t> const& keys, std::uint64_t first) {
  std::vector<sample> samples;
  for (std::size_t i = 0; i < keys.size(); ++i) samples.push_back({keys[i], first + i});
  return samples;
}

TEST(samplesort_keys, do_not_depend_on_how_they_are_cut) {
  for (auto const s : all_shapes) {
    parameters const config{.keys = 50, .places = 2, .seed = 9, .distribution = s};
    std::vector<std::uint64_t> whole(100), part(30);
    make_keys(config, 0, whole);
    make_keys(config, 60, part);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + 60));
  }
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

TEST(samplesort_samples, are_keys_with_their_indices_from_every_stretch) {
  auto const keys = some_keys(shape::uniform, 103);
  for (std::size_t const count : {1u, 10u, 102u, 103u, 500u}) {
    auto const samples = take_samples(keys, 1000, count, 1);
    ASSERT_EQ(samples.size(), std::min<std::size_t>(count, 103));
    for (std::size_t i = 0; i < samples.size(); ++i) {
      ASSERT_GE(samples[i].index, 1000u);
      ASSERT_LT(samples[i].index, 1103u);
      EXPECT_EQ(samples[i].key, keys[samples[i].index - 1000]);
      if (i > 0) {
        EXPECT_LT(samples[i - 1].index, samples[i].index);
      }
    }
  }
}

TEST(samplesort_splitters, cut_the_samples_into_equal_parts) {
  auto const samples = with_indices(some_keys(shape::reversed, 60), 0);
  auto const chosen = choose_splitters(samples, 6);
  auto sorted = samples;
  std::ranges::sort(sorted);
  ASSERT_EQ(chosen.size(), 5u);
  for (std::size_t b = 0; b < 5; ++b) EXPECT_EQ(chosen[b], sorted[10 * (b + 1)]);
  EXPECT_TRUE(choose_splitters(samples, 1).empty());
  EXPECT_EQ(choose_splitters({samples[0]}, 4).size(), 3u);
}

// A bucket by its definition: the number of splitters at or below the key with its index.
TEST(samplesort_classifier, finds_the_bucket_of_every_key_also_among_equal_ones) {
  for (auto const s : all_shapes) {
    auto const keys = some_keys(s, 1003);
    for (std::size_t const buckets : {1u, 2u, 3u, 4u, 5u, 8u, 64u, 100u}) {
      // Splitters from keys before, within and behind these keys, as if from other places.
      auto samples = with_indices(keys, 2000);
      auto const before = with_indices(keys, 0);
      auto const behind = with_indices(keys, 5000);
      samples.insert(samples.end(), before.begin(), before.end());
      samples.insert(samples.end(), behind.begin(), behind.end());
      auto const splitters = choose_splitters(samples, buckets);
      classifier const sorter(splitters);
      ASSERT_EQ(sorter.buckets(), buckets);
      std::vector<std::uint16_t> key_buckets(keys.size());
      std::vector<std::uint32_t> counts(buckets);
      sorter.classify(keys, 2000, key_buckets, counts);
      std::vector<std::uint32_t> expected_counts(buckets);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        sample const me{keys[i], 2000 + i};
        auto const expected = std::ranges::count_if(splitters, [&](sample const& splitter) { return splitter <= me; });
        ASSERT_EQ(key_buckets[i], expected) << buckets << " buckets, key " << i;
        ++expected_counts[static_cast<std::size_t>(expected)];
      }
      EXPECT_EQ(counts, expected_counts);
    }
  }
}

TEST(samplesort_classifier, knows_the_extreme_keys) {
  std::uint64_t const largest = ~std::uint64_t{0};
  classifier const sorter({{0, 5}, {largest, 5}, {largest, 9}});
  std::vector<std::uint64_t> const keys{0, largest, 1, largest, largest - 1};
  std::vector<std::uint16_t> key_buckets(5);
  std::vector<std::uint32_t> counts(4);
  sorter.classify(keys, 5, key_buckets, counts);
  EXPECT_EQ(key_buckets, (std::vector<std::uint16_t>{1, 2, 1, 2, 1}));
  sorter.classify(keys, 8, key_buckets, counts);
  EXPECT_EQ(key_buckets, (std::vector<std::uint16_t>{1, 3, 1, 3, 1}));
}

TEST(samplesort_partition, keeps_all_keys_and_balances_equal_ones) {
  for (auto const s : all_shapes) {
    for (std::size_t const n : {0u, 1u, 999u, 4096u}) {
      auto const keys = some_keys(s, std::max<std::size_t>(n, 1));
      auto const own_keys = std::span<std::uint64_t const>(keys).first(n);
      classifier const sorter(choose_splitters(with_indices(keys, 70), 16));
      for (std::size_t const chunk : {100u, 512u, 5000u}) {
        partition work(own_keys, 70, sorter, chunk);
        for (std::size_t c = 0; c < work.chunks(); ++c) work.classify(c);
        auto const begins = work.begins();
        std::vector<std::uint64_t> out(n);
        for (std::size_t c = work.chunks(); c-- > 0;) work.scatter(c, out);
        ASSERT_EQ(begins.size(), 17u);
        EXPECT_EQ(begins.front(), 0u);
        EXPECT_EQ(begins.back(), n);
        // All keys were samples: the buckets are as equal as possible.
        for (std::size_t b = 0; b < 16 && n > 16; ++b)
          EXPECT_NEAR(static_cast<double>(begins[b + 1] - begins[b]), static_cast<double>(n) / 16, 1.0);
        for (std::size_t b = 0; b < 16; ++b)
          std::sort(out.begin() + static_cast<long>(begins[b]), out.begin() + static_cast<long>(begins[b + 1]));
        auto expected = std::vector<std::uint64_t>(own_keys.begin(), own_keys.end());
        std::ranges::sort(expected);
        EXPECT_EQ(out, expected);
      }
    }
  }
}

TEST(samplesort_bucket, sorts_pieces_of_every_distribution) {
  for (auto const s : all_shapes) {
    for (std::size_t const n : {1u, 2u, 3u, 25u, 100u, 5000u, 40000u}) {
      auto const keys = some_keys(s, n);
      auto const key_span = std::span<std::uint64_t const>(keys);
      std::vector<std::span<std::uint64_t const>> const pieces{key_span.first(n / 3), {}, key_span.subspan(n / 3)};
      std::vector<std::uint64_t> out(n);
      sort_pieces(pieces, out);
      auto expected = keys;
      std::ranges::sort(expected);
      EXPECT_EQ(out, expected) << n;
    }
  }
  sort_pieces({}, {});
}

TEST(samplesort_bucket, sorts_keys_that_crowd_at_one_end) {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < 3000; ++i) keys.push_back(splitmix::key(1, i) % 1000);
  keys.push_back(~std::uint64_t{0});
  std::vector<std::span<std::uint64_t const>> const pieces{keys};
  std::vector<std::uint64_t> out(keys.size());
  sort_pieces(pieces, out);
  std::ranges::sort(keys);
  EXPECT_EQ(out, keys);
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
