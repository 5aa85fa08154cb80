// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans: every prefix, in place, in a fixed order, with operations that do not commute.
#include <bit>
#include <ranges>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

struct algorithm_scan : on_workers {};
INSTANTIATE_TEST_SUITE_P(workers, algorithm_scan, worker_counts(), testing::PrintToStringParamName());

TEST_P(algorithm_scan, prefixes_of_all_sizes) {
  run([] {
    for (std::size_t const n : sizes()) {
      std::vector<unsigned> input(n);
      for (std::size_t i = 0; i < n; ++i) input[i] = static_cast<unsigned>(i * 2654435761U);
      std::vector<unsigned> out(n), expected(n);
      std::inclusive_scan(input.begin(), input.end(), expected.begin());
      EXPECT_EQ(skua::inclusive_scan(input.begin(), input.end(), out.begin()), out.end());
      EXPECT_EQ(out, expected);
      std::inclusive_scan(input.begin(), input.end(), expected.begin(), std::bit_xor<>(), 9U);
      skua::inclusive_scan(skua::fixed_order, input.begin(), input.end(), out.begin(), std::bit_xor<>(), 9U);
      EXPECT_EQ(out, expected);
      std::exclusive_scan(input.begin(), input.end(), expected.begin(), 3U);
      EXPECT_EQ(skua::exclusive_scan(skua::fixed_order, input.begin(), input.end(), out.begin(), 3U), out.end());
      EXPECT_EQ(out, expected);
    }
  });
}

TEST_P(algorithm_scan, in_place_and_over_ranges) {
  run([] {
    for (std::size_t const n : sizes()) {
      std::vector<unsigned> numbers(n, 1);
      skua::inclusive_scan(numbers, numbers.begin());
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(numbers[i], i + 1);
      skua::fill(numbers, 1U);
      skua::exclusive_scan(numbers, numbers.begin(), 0U);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(numbers[i], i);
      skua::fill(numbers, 1U);
      skua::exclusive_scan(skua::fixed_order, numbers.begin(), numbers.end(), numbers.begin(), 7U);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(numbers[i], i + 7);
    }
    std::vector<long> sums(100'000);
    skua::inclusive_scan(std::views::iota(1L, 100'001L), sums.begin());
    EXPECT_EQ(sums.back(), 5'000'050'000L);
    int array[] = {1, 2, 3};
    skua::inclusive_scan(array, array + 3, array);
    EXPECT_EQ(array[2], 6);
  });
}

TEST(algorithm_scan_order, a_fixed_order_has_the_same_bits_everywhere) {
  std::mt19937 random(11);
  std::vector<double> numbers(150'000);
  for (double& x : numbers) x = static_cast<double>(random()) * 1e-7 - 200;
  std::vector<std::vector<double>> results;
  for (int const workers : {1, 2, 4}) {
    skua::runtime place{skua::options{.workers = workers}};
    for (int round = 0; round < 3; ++round) {
      std::vector<double> sums(numbers.size());
      place.run([&] { skua::inclusive_scan(skua::fixed_order, numbers.begin(), numbers.end(), sums.begin()); });
      results.push_back(std::move(sums));
    }
  }
  for (auto const& r : results) EXPECT_EQ(r, results.front());
}

/// At most two applications for each element, and a few for each segment.
TEST_P(algorithm_scan, applications_are_bounded) {
  run([this] {
    std::vector<int> numbers(50'000, 1);
    std::atomic<long> calls{0};
    skua::inclusive_scan(numbers.begin(), numbers.end(), numbers.begin(), [&](int a, int b) {
      calls.fetch_add(1, std::memory_order_relaxed);
      return a + b;
    });
    EXPECT_EQ(numbers.back(), 50'000);
    EXPECT_GE(calls, 49'999);
    EXPECT_LE(calls, workers() == 1 ? 50'000 : 2 * 50'000 + 5000);
  });
}

/// An array is a range, not an iterator.
TEST_P(algorithm_scan, arrays_to_arrays) {
  run([] {
    int const numbers[] = {1, 2, 3};
    int sums[3] = {};
    skua::exclusive_scan(numbers, sums, 4, std::plus<>());
    EXPECT_EQ(sums[2], 7);
  });
}

}  // namespace
