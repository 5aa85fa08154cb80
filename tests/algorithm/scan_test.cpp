// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans: the bits of a fixed order, and the number of applications.
#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_scan);

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
TASK_TEST_P(algorithm_scan, applications_are_bounded) {
  std::vector<int> numbers(50'000, 1);
  std::atomic<long> calls{0};
  skua::inclusive_scan(numbers.begin(), numbers.end(), numbers.begin(), [&](int a, int b) {
    calls.fetch_add(1, std::memory_order_relaxed);
    return a + b;
  });
  EXPECT_EQ(numbers.back(), 50'000);
  EXPECT_GE(calls, 49'999);
  EXPECT_LE(calls, skua::workers() == 1 ? 50'000 : 2 * 50'000 + 5000);
}

}  // namespace
