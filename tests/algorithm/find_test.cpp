// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// find_if and its relatives: the first match, and an early end.
#include <ranges>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_find);

/// Each element is tested at most once, and a match near the front ends the search long before the
/// last element.
TASK_TEST_P(algorithm_find, ends_early) {
  constexpr int n = 20'000;
  std::vector<std::atomic<int>> tests(n);
  std::vector<int> positions(n);
  std::iota(positions.begin(), positions.end(), 0);
  auto const match = skua::find_if(positions, [&](int k) {
    ++tests[static_cast<std::size_t>(k)];
    work(std::chrono::microseconds(1));
    return k >= 500;
  });
  EXPECT_EQ(*match, 500);
  long total = 0;
  for (int k = 0; k < n; ++k) {
    int const calls = tests[static_cast<std::size_t>(k)];
    if (k <= 500) {
      ASSERT_EQ(calls, 1) << k;
    }
    ASSERT_LE(calls, 1) << k;
    total += calls;
  }
  EXPECT_LT(total, skua::workers() == 1 ? 600 : n / 2);
}

/// A match that another worker finds far behind does not hide an earlier one.
TASK_TEST_P(algorithm_find, a_slow_early_match_beats_a_quick_late_one) {
  std::vector<int> positions(1000);
  std::iota(positions.begin(), positions.end(), 0);
  for (int round = 0; round < 10; ++round) {
    auto const match = skua::find_if(positions, [](int k) {
      if (k == 3) work(std::chrono::microseconds(300));
      return k == 3 || k > 500;
    });
    EXPECT_EQ(*match, 3);
  }
}

TASK_TEST_P(algorithm_find, elements_and_projections_of_every_kind) {
  std::vector<int> const elements = make_keys(10'000, shape::sorted);
  EXPECT_EQ(skua::find(elements, -7777, std::negate<>()) - elements.begin(), 7777);
  EXPECT_EQ(skua::find_if(elements, [](int k) { return k < -99; }, std::negate<>()) - elements.begin(), 100);
  int const array[] = {5, 6, 7};
  EXPECT_EQ(skua::find(array, array + 3, 6), array + 1);
  EXPECT_EQ(skua::find(array, 7), array + 2);
  std::vector<bool> bits(100'000, false);
  bits[77'777] = true;
  EXPECT_EQ(skua::find(bits.begin(), bits.end(), true) - bits.begin(), 77'777);
}

struct keyed {
  int key;
  bool operator==(int k) const { return key == k; }
};
TASK_TEST_P(algorithm_find, values_need_no_common_type) {
  std::vector<keyed> const elements{{1}, {2}, {3}};
  EXPECT_EQ(skua::find(elements.begin(), elements.end(), 2) - elements.begin(), 1);
  EXPECT_EQ(skua::find(elements, 2) - elements.begin(), 1);
  std::vector<double> const reals{1, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(skua::find(reals, reals[1]), reals.end());
  std::vector<std::unique_ptr<int>> pointers(3);
  pointers[0] = std::make_unique<int>(1);
  EXPECT_EQ(skua::find(pointers.begin(), pointers.end(), nullptr) - pointers.begin(), 1);
}

/// Distances of this view have 128 bits.
TASK_TEST_P(algorithm_find, long_ranges_of_numbers) {
  auto const numbers = std::views::iota(std::uint64_t{0}, std::uint64_t{1} << 40);
  EXPECT_EQ(*skua::find_if(numbers, [](std::uint64_t x) { return x == 100'000; }), 100'000U);
}
TEST(algorithm_contract, a_range_has_no_more_elements_than_a_distance_holds) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(skua::runtime(skua::options{.workers = 1}).run([] {
    auto const numbers = std::views::iota(std::uint64_t{0}, ~std::uint64_t{0});
    skua::any_of(numbers, [](std::uint64_t x) { return x == 1; });
  }),
               "2\\^63 - 1 elements");
}

}  // namespace
