// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The overloads that the table of algorithms does not call: ranges, projections, default
// operations, in place.
#include <bit>
#include <list>
#include <ranges>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_overloads);

TASK_TEST_P(algorithm_overloads, reductions) {
  std::vector<int> const numbers = make_keys(20'000, shape::random);
  auto const first = numbers.begin(), last = numbers.end();
  long const sum = std::accumulate(first, last, 5L);
  EXPECT_EQ(skua::reduce(first, last, 5L), sum);  // int elements, sum in long
  EXPECT_EQ(skua::reduce(numbers, 5L), sum);
  EXPECT_EQ(skua::reduce(skua::fixed_order, numbers, 5L), sum);
  std::vector<unsigned> const words(first, last);
  EXPECT_EQ(skua::reduce(words), std::accumulate(words.begin(), words.end(), 0U));
  EXPECT_EQ(skua::reduce(words.begin(), words.end()), skua::reduce(words));
  EXPECT_EQ(skua::reduce(words, 0U, std::bit_xor<>()),
            std::accumulate(words.begin(), words.end(), 0U, std::bit_xor<>()));
  long const both = std::inner_product(first, last, first, 1L, std::plus<>(), std::bit_and<>());
  auto const itself = [](int x) { return long{x}; };
  EXPECT_EQ(skua::transform_reduce(first, last, first, 1L, std::plus<>(), std::bit_and<>()), both);
  EXPECT_EQ(skua::transform_reduce(numbers, 5L, std::plus<>(), itself), sum);
  EXPECT_EQ(skua::transform_reduce(skua::fixed_order, numbers, 5L, std::plus<>(), itself), sum);
  std::vector<int> const few = make_keys(20'000, shape::few_keys);
  long const products = std::inner_product(few.begin(), few.end(), few.begin(), 0L);
  EXPECT_EQ(skua::transform_reduce(few.begin(), few.end(), few.begin(), 0L), products);
  EXPECT_EQ(skua::transform_reduce(skua::fixed_order, few.begin(), few.end(), few.begin(), 0L), products);
  EXPECT_EQ(skua::reduce(std::views::iota(0L, 100'000L), 0L), 4'999'950'000L);
  int const array[] = {1, 2, 3};
  EXPECT_EQ(skua::reduce(array, array + 3), 6);
  EXPECT_EQ(skua::reduce(array, 1), 7);
}

TASK_TEST_P(algorithm_overloads, extreme_elements) {
  for (shape const kind : {shape::few_keys, shape::sawtooth}) {
    std::vector<int> const numbers = make_keys(20'000, kind);
    EXPECT_EQ(skua::min_element(numbers.begin(), numbers.end()), std::ranges::min_element(numbers));
    EXPECT_EQ(skua::max_element(numbers.begin(), numbers.end()), std::ranges::max_element(numbers));
    EXPECT_EQ(skua::minmax_element(numbers.begin(), numbers.end()),
              std::minmax_element(numbers.begin(), numbers.end()));
    EXPECT_EQ(skua::max_element(numbers, {}, std::negate<>()), std::ranges::max_element(numbers, {}, std::negate<>()));
    auto const both = skua::minmax_element(numbers, std::greater<>());
    auto const expected = std::ranges::minmax_element(numbers, std::greater<>());
    EXPECT_EQ(both.min, expected.min);
    EXPECT_EQ(both.max, expected.max);
  }
  std::list<int> const list{3, 1, 4, 1, 5};
  EXPECT_EQ(skua::min_element(list.begin(), list.end()), std::next(list.begin()));
  std::vector<int> const none;
  EXPECT_EQ(skua::max_element(none), none.end());
}

TASK_TEST_P(algorithm_overloads, quantifiers) {
  std::vector<int> numbers(20'000, 2);
  auto const even = [](int x) { return x % 2 == 0; };
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(skua::any_of(numbers, [](int x) { return x == -3; }, std::negate<>()), round == 1);
    EXPECT_EQ(skua::all_of(numbers, even, std::negate<>()), round == 0);
    EXPECT_EQ(skua::none_of(numbers, [](int x) { return x == -3; }, std::negate<>()), round == 0);
    EXPECT_EQ(skua::find_if_not(numbers, even), numbers.end() - round);
    EXPECT_EQ(skua::count_if(numbers, even, std::negate<>()), 20'000 - round);
    numbers.back() = 3;
  }
  EXPECT_EQ(*skua::find_if(std::views::iota(0), [](int k) { return k * k > 1000; }), 32);  // without an end
}

TASK_TEST_P(algorithm_overloads, scans) {
  constexpr std::size_t n = 20'000;
  std::vector<unsigned> numbers(n, 1), out(n);
  skua::inclusive_scan(numbers, numbers.begin());
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(numbers[i], i + 1);
  std::vector<unsigned> const input = numbers;
  skua::exclusive_scan(numbers, numbers.begin(), 0U);
  std::exclusive_scan(input.begin(), input.end(), out.begin(), 0U);
  EXPECT_EQ(numbers, out);
  numbers = input;
  skua::exclusive_scan(skua::fixed_order, numbers.begin(), numbers.end(), numbers.begin(), 7U);
  std::exclusive_scan(input.begin(), input.end(), out.begin(), 7U);
  EXPECT_EQ(numbers, out);
  skua::inclusive_scan(skua::fixed_order, input.begin(), input.end(), numbers.begin(), std::bit_xor<>(), 9U);
  std::inclusive_scan(input.begin(), input.end(), out.begin(), std::bit_xor<>(), 9U);
  EXPECT_EQ(numbers, out);
  std::vector<long> sums(100'000);
  skua::inclusive_scan(std::views::iota(1L, 100'001L), sums.begin());
  EXPECT_EQ(sums.back(), 5'000'050'000L);
  int const array[] = {1, 2, 3};
  int totals[3] = {};
  skua::exclusive_scan(array, totals, 4, std::plus<>());  // an array is a range, not an iterator
  EXPECT_EQ(totals[2], 7);
}

TASK_TEST_P(algorithm_overloads, merges) {
  std::vector<int> x = make_keys(20'000, shape::random), y = make_keys(10'000, shape::few_keys);
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  std::vector<int> out(30'000), expected(30'000);
  std::merge(x.begin(), x.end(), y.begin(), y.end(), expected.begin());
  EXPECT_EQ(skua::merge(x, y, out.begin()).out, out.end());
  EXPECT_EQ(out, expected);
  auto const halves = [](int k) { return k / 2.0; };
  EXPECT_EQ(skua::merge(x, y, out.begin(), {}, halves, halves).in2, y.end());
  EXPECT_EQ(out, expected);
}

}  // namespace
