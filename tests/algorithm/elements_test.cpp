// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_each, for_each_n, transform, fill: each element is handled once, by several workers.
#include <deque>
#include <list>
#include <ranges>
#include <sstream>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_elements);

TASK_TEST_P(algorithm_elements, for_each_takes_every_kind_of_iterator) {
  std::list<int> list(1000, 1);
  skua::for_each(list.begin(), list.end(), [](int& x) { x += 1; });
  EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), 2000);
  std::deque<int> deque(100'000, 1);
  skua::for_each(deque, [](int& x) { x += 1; });
  EXPECT_EQ(std::accumulate(deque.begin(), deque.end(), 0), 200'000);
  int array[100] = {};
  skua::for_each(array, [](int& x) { x = 3; });
  skua::for_each(array, array + 100, [](int& x) { x += 1; });
  EXPECT_EQ(std::accumulate(array, array + 100, 0), 400);
  std::atomic<long> sum{0};
  skua::for_each(std::views::iota(0, 100'000), [&](int k) { sum += k; });
  EXPECT_EQ(sum, 4'999'950'000L);
  std::vector<std::pair<int, int>> pairs(1000, {1, 2});
  skua::for_each(pairs, [](int& x) { x = 5; }, &std::pair<int, int>::second);
  EXPECT_TRUE(std::ranges::all_of(pairs, [](auto const& p) { return p == std::pair(1, 5); }));
}

TASK_TEST_P(algorithm_elements, for_each_n_handles_the_first_ones) {
  std::vector<int> elements(50'000, 0);
  auto const end = skua::for_each_n(elements.begin(), 40'000, [](int& x) { x = 1; });
  EXPECT_EQ(end - elements.begin(), 40'000);
  EXPECT_EQ(std::accumulate(elements.begin(), elements.end(), 0), 40'000);
  EXPECT_EQ(skua::for_each_n(elements.begin(), -3, [](int&) { FAIL(); }), elements.begin());
  std::list<int> list(10, 1);
  EXPECT_EQ(*skua::for_each_n(list.begin(), 4, [](int& x) { x = 2; }), 1);
  EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), 14);
}

TASK_TEST_P(algorithm_elements, transform_takes_ranges_in_place_and_of_unequal_length) {
  std::vector<int> numbers = make_keys(100'000, shape::sorted);
  skua::transform(numbers, numbers.begin(), [](int x) { return x + 1; });
  EXPECT_EQ(numbers.front(), 1);
  EXPECT_EQ(numbers.back(), 100'000);
  std::vector<int> const shorter(10, 5);
  std::vector<int> out(20, 0);
  auto const ends = skua::transform(numbers, shorter, out.begin(), std::plus<>());
  EXPECT_EQ(ends.in1 - numbers.begin(), 10);
  EXPECT_EQ(ends.out - out.begin(), 10);
  EXPECT_EQ(out[9], 15);
  EXPECT_EQ(out[10], 0);
  struct item {
    int key;
  };
  std::vector<item> const items(1000, item{4});
  std::vector<int> keys(1000);
  skua::transform(items, keys.begin(), [](int x) { return x * x; }, &item::key);
  EXPECT_EQ(keys, std::vector<int>(1000, 16));
}

TASK_TEST_P(algorithm_elements, fill_with_one_of_its_elements) {
  std::vector<std::string> texts(20'000, "short");
  texts[10'000] = "a text that needs memory of its own";
  skua::fill(texts, texts[10'000]);
  EXPECT_TRUE(std::ranges::all_of(texts, [](auto const& t) { return t.size() == 35; }));
}

/// Two elements that wait for each other need two workers at the same time.
TASK_TEST_P(algorithm_elements, few_long_elements_run_at_the_same_time) {
  if (skua::workers() == 1) GTEST_SKIP() << "needs two";
  for (int const n : {2, 3, 16}) {
    std::atomic<int> inside{0};
    std::vector<int> elements(static_cast<std::size_t>(n));
    skua::for_each(elements, [&](int& x) {
      ++inside;
      auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
      while (inside < 2 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
      x = inside >= 2 ? 1 : 0;
    });
    EXPECT_EQ(std::count(elements.begin(), elements.end(), 1), n);
  }
}

/// The first elements do not represent the others: the chunks shrink again.
TASK_TEST_P(algorithm_elements, elements_of_unequal_cost_are_shared) {
  if (skua::workers() == 1) GTEST_SKIP() << "needs two";
  std::vector<int> by(400, -1);
  skua::for_each(by, [&](int& worker) {
    if (&worker - by.data() >= 200) work(std::chrono::microseconds(100));
    worker = skua::worker();
  });
  int const first = by[200];
  EXPECT_TRUE(std::any_of(by.begin() + 200, by.end(), [=](int w) { return w != first; }));
}

/// If the rest of a piece waited behind an element that suspends, this would wait for ever.
TASK_TEST_P(algorithm_elements, later_elements_do_not_wait_for_one_that_suspends) {
  std::vector<int> elements(100, 0);
  skua::latch everything(100);
  skua::for_each(elements, [&](int& x) {
    everything.arrive_and_wait();
    x = 1;
  });
  EXPECT_EQ(std::count(elements.begin(), elements.end(), 1), 100);
}

/// An element may suspend even if it has opened its own scope.
TASK_TEST_P(algorithm_elements, elements_may_suspend_in_inner_scopes) {
  std::vector<int> elements(50, 0);
  skua::latch everything(50);
  skua::for_each(elements, [&](int& x) {
    skua::finish([&] {
      skua::spawn([&] { x += 1; });
      everything.arrive_and_wait();
    });
    x += 1;
  });
  EXPECT_EQ(std::count(elements.begin(), elements.end(), 2), 50);
}

TASK_TEST_P(algorithm_elements, calls_may_be_nested) {
  std::vector<std::vector<int>> rows(50, std::vector<int>(5000, 1));
  skua::for_each(rows, [](std::vector<int>& row) {
    skua::transform(row, row.begin(), [](int x) { return x + 1; });
    row[0] = skua::reduce(row);
  });
  for (auto const& row : rows) EXPECT_EQ(row[0], 10'000);
}

TASK_TEST_P(algorithm_elements, a_call_waits_for_what_its_elements_spawn) {
  std::vector<int> elements(1000, 0);
  skua::for_each(elements, [](int& x) { skua::spawn([&x] { x = 1; }); });
  EXPECT_EQ(std::count(elements.begin(), elements.end(), 1), 1000);
}

/// A scope that counts its tasks takes the slow paths.
TASK_TEST_P(algorithm_elements, calls_work_in_counted_scopes) {
  std::vector<int> elements(100'000, 0);
  auto const tasks = skua::finish(skua::counted, [&] { skua::for_each(elements, [](int& x) { ++x; }); }).ran;
  if (skua::workers() == 1) {
    EXPECT_LE(tasks, 2u) << "no other worker asks";
  }
  skua::finish(skua::counted, [&] { skua::sort(elements); });
  EXPECT_EQ(std::count(elements.begin(), elements.end(), 1), 100'000);
}

/// Iterators that can only be moved, over elements that can only be read once.
TASK_TEST_P(algorithm_elements, single_pass_ranges_are_read_once) {
  auto const numbers = [](std::istringstream&& text, auto const& body) { body(std::views::istream<int>(text)); };
  auto const with = [&](auto const& body) { numbers(std::istringstream("1 2 3 4 5"), body); };
  int sum = 0;
  with([&](auto r) { skua::for_each(r, [&](int x) { sum += x; }); });
  with([&](auto r) { sum += skua::reduce(r, 0); });
  with([&](auto r) { sum += *skua::find_if(r, [](int x) { return x == 3; }); });
  EXPECT_EQ(sum, 33);
  std::vector<int> out;
  with([&](auto r) { skua::transform(r, std::back_inserter(out), [](int x) { return 2 * x; }); });
  with([&](auto r) { skua::inclusive_scan(r, std::back_inserter(out)); });
  with([&](auto r) { skua::exclusive_scan(r, std::back_inserter(out), 1); });
  EXPECT_EQ(out, (std::vector<int>{2, 4, 6, 8, 10, 1, 3, 6, 10, 15, 1, 2, 4, 7, 11}));
}

/// for_each may write through the references of vector<bool>, which share words: one task does it.
TASK_TEST_P(algorithm_elements, for_each_of_bits_runs_in_order) {
  std::vector<bool> bits(20'000);
  std::atomic<int> inside{0};
  std::atomic<bool> has_overlapped{false};
  auto const set = [&](auto&& bit) {
    if (++inside > 1) has_overlapped = true;
    work(std::chrono::nanoseconds(500));
    bit = true;
    --inside;
  };
  skua::for_each(bits, set);
  skua::for_each_n(bits.begin(), 10'000, set);
  EXPECT_FALSE(has_overlapped);
  EXPECT_EQ(std::count(bits.begin(), bits.end(), true), 20'000);
}

}  // namespace
