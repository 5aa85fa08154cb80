// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copy_if, remove_if, unique, partition.
#include <list>
#include <ranges>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_filter);

/// The room behind the output may belong to others, and a predicate may be expensive.
TASK_TEST_P(algorithm_filter, copy_if_tests_each_element_once) {
  std::vector<int> input(20'000);
  std::iota(input.begin(), input.end(), 0);
  std::vector<std::atomic<int>> tests(input.size());
  std::vector<int> out(input.size());
  auto const ends = skua::copy_if(input, out.begin(), [&](int k) {
    ++tests[static_cast<std::size_t>(k)];
    work(std::chrono::nanoseconds(300));
    return k % 3 == 0;
  });
  EXPECT_EQ(ends.in, input.end());
  EXPECT_EQ(ends.out - out.begin(), 6667);
  for (auto const& t : tests) ASSERT_EQ(t, 1);
  for (int i = 0; i < 6667; ++i) ASSERT_EQ(out[static_cast<std::size_t>(i)], 3 * i);
  std::vector<std::string> texts(5000, std::string(40, 'a')), copies(5000);
  skua::copy_if(texts, copies.begin(), [](auto const& t) { return t.size() == 40; });
  EXPECT_EQ(texts, copies);
  std::list<int> appended;
  skua::copy_if(input, std::back_inserter(appended), [](int k) { return k < 10; });
  EXPECT_EQ(appended.size(), 10U);
  std::vector<int> even(10);
  skua::copy_if(std::views::iota(0, 20), even.begin(), [](int k) { return k % 2 == 0; });
  EXPECT_EQ(even.back(), 18);
}

TASK_TEST_P(algorithm_filter, remove_if_tests_each_element_once) {
  std::vector<int> numbers(20'000);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<std::atomic<int>> tests(numbers.size());
  auto const removed = skua::remove_if(numbers, [&](int k) {
    ++tests[static_cast<std::size_t>(k)];
    work(std::chrono::nanoseconds(300));
    return k % 4 != 0;
  });
  EXPECT_EQ(removed.size(), 15'000U);
  for (auto const& t : tests) ASSERT_EQ(t, 1);
  for (int i = 0; i < 5000; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], 4 * i);
}

TASK_TEST_P(algorithm_filter, remove_if_shows_its_predicate_the_elements_where_they_lie) {
  std::vector<int> numbers(20'000);
  std::iota(numbers.begin(), numbers.end(), 0);
  auto const removed = skua::remove_if(numbers, [&](int const& k) { return (&k - numbers.data()) % 4 != 0; });
  EXPECT_EQ(removed.size(), 15'000U);
  for (int i = 0; i < 5000; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], 4 * i);
}

TASK_TEST_P(algorithm_filter, unique_compares_each_neighbour_once) {
  std::vector<int> numbers(20'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i) / 3;
  std::atomic<long> calls{0};
  auto const removed = skua::unique(numbers, [&](int a, int b) {
    calls.fetch_add(1, std::memory_order_relaxed);
    work(std::chrono::nanoseconds(300));
    return a == b;
  });
  EXPECT_EQ(calls, 19'999);
  EXPECT_EQ(removed.size(), 13'333U);
  for (int i = 0; i < 6667; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], i);
}

TASK_TEST_P(algorithm_filter, partition_tests_each_element_once) {
  std::vector<int> const keys = make_keys(20'000, shape::sorted);
  std::vector<int> elements = keys;
  std::vector<std::atomic<int>> tests(keys.size());
  auto const others = skua::partition(
      elements,
      [&](int k) {
        ++tests[static_cast<std::size_t>(-k)];
        work(std::chrono::nanoseconds(300));
        return k % 3 == 0;
      },
      std::negate<>());
  EXPECT_EQ(others.begin() - elements.begin(), 6667);
  for (auto const& t : tests) ASSERT_EQ(t, 1);
  std::sort(elements.begin(), elements.end());
  EXPECT_EQ(elements, keys);
}

}  // namespace
