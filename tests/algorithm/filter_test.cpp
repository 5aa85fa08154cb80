// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copy_if, remove_if, unique, partition.
#include <forward_list>
#include <list>
#include <ranges>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

struct algorithm_filter : on_workers {};
INSTANTIATE_TEST_SUITE_P(workers, algorithm_filter, worker_counts(), testing::PrintToStringParamName());

/// Predicates that keep nothing, everything, half, few and a stretch of the elements.
std::vector<std::function<bool(int)>> predicates(std::size_t n) {
  auto const middle = static_cast<int>(n / 2);
  return {[](int) { return false; }, [](int) { return true; }, [](int x) { return x % 2 == 0; },
          [](int x) { return x % 1000 == 1; }, [middle](int x) { return x < middle; }};
}

TEST_P(algorithm_filter, copy_if_copies_in_order) {
  run([] {
    for (std::size_t const n : sizes()) {
      for (shape const kind : {shape::random, shape::sorted}) {
        std::vector<int> const input = make_keys(n, kind);
        for (auto const& pred : predicates(n)) {
          std::vector<int> expected, out(n + 1, -7);
          std::copy_if(input.begin(), input.end(), std::back_inserter(expected), pred);
          auto const end = skua::copy_if(input.begin(), input.end(), out.begin(), std::ref(pred));
          EXPECT_EQ(*end, -7) << "an element behind the last one was written";
          out.erase(end, out.end());
          EXPECT_EQ(out, expected);
        }
      }
    }
  });
}

/// The room behind the output may belong to others, and a predicate may be expensive.
TEST_P(algorithm_filter, copy_if_tests_each_element_once) {
  run([] {
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
  });
}

TEST_P(algorithm_filter, remove_if_keeps_the_rest_in_order) {
  run([] {
    for (std::size_t const n : sizes()) {
      std::vector<int> const input = make_keys(n, shape::sorted);
      for (auto const& pred : predicates(n)) {
        std::vector<int> expected = input;
        expected.erase(std::remove_if(expected.begin(), expected.end(), pred), expected.end());
        std::vector<int> numbers = input;
        numbers.erase(skua::remove_if(numbers.begin(), numbers.end(), std::ref(pred)), numbers.end());
        EXPECT_EQ(numbers, expected);
        std::vector<only_moved> elements = make_only_moved(input);
        auto const removed = skua::remove_if(elements, std::ref(pred), &only_moved::key);
        elements.erase(removed.begin(), removed.end());
        EXPECT_EQ(keys_of(elements), expected);
      }
    }
    EXPECT_EQ(only_moved::living, 0);
  });
}

TEST_P(algorithm_filter, remove_if_tests_each_element_once) {
  run([] {
    std::vector<int> numbers(20'000);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<std::atomic<int>> tests(numbers.size());
    auto const end = skua::remove_if(numbers.begin(), numbers.end(), [&](int k) {
      ++tests[static_cast<std::size_t>(k)];
      work(std::chrono::nanoseconds(300));
      return k % 4 != 0;
    });
    EXPECT_EQ(end - numbers.begin(), 5000);
    for (auto const& t : tests) ASSERT_EQ(t, 1);
    for (int i = 0; i < 5000; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], 4 * i);
  });
}

TEST_P(algorithm_filter, unique_keeps_the_first_of_equal_ones) {
  run([] {
    for (std::size_t const n : sizes()) {
      for (int const divisor : {1, 2, 7, 1000, 1'000'000}) {
        std::vector<std::pair<int, int>> numbers(n);  // the second says which of the equal ones it is
        for (std::size_t i = 0; i < n; ++i) numbers[i] = {static_cast<int>(i) / divisor, static_cast<int>(i)};
        auto const same = [](auto const& a, auto const& b) { return a.first == b.first; };
        auto expected = numbers;
        expected.erase(std::unique(expected.begin(), expected.end(), same), expected.end());
        numbers.erase(skua::unique(numbers.begin(), numbers.end(), same), numbers.end());
        EXPECT_EQ(numbers, expected);
      }
      std::vector<int> few = make_keys(n, shape::few_keys);
      std::vector<int> expected = few;
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      std::vector<only_moved> elements = make_only_moved(few);
      few.erase(skua::unique(few.begin(), few.end()), few.end());
      EXPECT_EQ(few, expected);
      auto const removed = skua::unique(elements, {}, &only_moved::key);
      elements.erase(removed.begin(), removed.end());
      EXPECT_EQ(keys_of(elements), expected);
    }
  });
}

TEST_P(algorithm_filter, unique_compares_each_neighbour_once) {
  run([] {
    std::vector<int> numbers(20'000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i) / 3;
    std::atomic<long> calls{0};
    auto const end = skua::unique(numbers.begin(), numbers.end(), [&](int a, int b) {
      calls.fetch_add(1, std::memory_order_relaxed);
      work(std::chrono::nanoseconds(300));
      return a == b;
    });
    EXPECT_EQ(calls, 19'999);
    EXPECT_EQ(end - numbers.begin(), 6667);
    for (int i = 0; i < 6667; ++i) ASSERT_EQ(numbers[static_cast<std::size_t>(i)], i);
  });
}

TEST_P(algorithm_filter, partition_separates_and_loses_nothing) {
  run([] {
    for (std::size_t const n : sizes()) {
      for (shape const kind : {shape::random, shape::sorted, shape::reversed}) {
        std::vector<int> const input = make_keys(n, kind);
        for (auto const& pred : predicates(n)) {
          std::vector<int> numbers = input;
          auto const middle = skua::partition(numbers.begin(), numbers.end(), std::ref(pred));
          EXPECT_TRUE(std::all_of(numbers.begin(), middle, pred));
          EXPECT_TRUE(std::none_of(middle, numbers.end(), pred));
          std::vector<int> sorted = input;
          std::sort(sorted.begin(), sorted.end());
          std::sort(numbers.begin(), numbers.end());
          EXPECT_EQ(numbers, sorted);
        }
      }
    }
  });
}

TEST_P(algorithm_filter, partition_tests_each_element_once) {
  run([] {
    std::vector<int> const keys = make_keys(20'000, shape::sorted);
    std::vector<only_moved> elements = make_only_moved(keys);
    std::vector<std::atomic<int>> tests(keys.size());
    auto const others = skua::partition(
        elements,
        [&](int k) {
          ++tests[static_cast<std::size_t>(k)];
          work(std::chrono::nanoseconds(300));
          return k % 3 == 0;
        },
        &only_moved::key);
    EXPECT_EQ(others.begin() - elements.begin(), 6667);
    for (auto const& t : tests) ASSERT_EQ(t, 1);
    std::vector<int> after = keys_of(elements);
    std::sort(after.begin(), after.end());
    EXPECT_EQ(after, keys);
  });
}

TEST_P(algorithm_filter, iterators_without_random_access) {
  run([] {
    std::list<int> list{1, 1, 2, 3, 3, 3};
    list.erase(skua::unique(list.begin(), list.end()), list.end());
    EXPECT_EQ(list, (std::list<int>{1, 2, 3}));
    list.erase(skua::remove_if(list.begin(), list.end(), [](int x) { return x == 2; }), list.end());
    EXPECT_EQ(list, (std::list<int>{1, 3}));
    std::forward_list<int> numbers{1, 2, 3, 4};
    auto const middle = skua::partition(numbers.begin(), numbers.end(), [](int x) { return x > 2; });
    EXPECT_EQ(std::distance(numbers.begin(), middle), 2);
    std::vector<bool> bits(1000);
    for (std::size_t i = 0; i < 1000; ++i) bits[i] = i % 3 == 0;
    auto const end = skua::remove_if(bits.begin(), bits.end(), [](bool b) { return b; });
    EXPECT_EQ(end - bits.begin(), 666);
  });
}

}  // namespace
