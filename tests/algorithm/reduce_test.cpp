// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce and transform_reduce: pieces, results of other types, a fixed order.
#include <atomic>
#include <bit>
#include <map>
#include <thread>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_reduce);

/// A task that divides its piece may be preempted there; then the rest is another task's.
TEST_P(algorithm_reduce, pieces_that_are_preempted_count_once) {
  std::atomic<bool> ends{false};
  run([&] {
    std::thread arrivals([&ends] {
      while (!ends.load()) {
        skua::async([] {}).get();
      }
    });
    std::vector<unsigned> const words(400'000, 1);
    for (int i = 0; i < test_support::fewer(200, 50); ++i) {
      EXPECT_EQ(skua::transform_reduce(words, 0U, std::plus<>(), [](unsigned x) { return x; }), words.size());
    }
    ends.store(true);
    skua::blocking([&] { arrivals.join(); });
  });
}

/// A result that cannot be made from one element, has no default, and can only be moved.
struct pair_sum {
  explicit pair_sum(long s) : sum(std::make_unique<long>(s)) {}
  std::unique_ptr<long> sum;
};
struct pair_plus {
  pair_sum operator()(pair_sum a, pair_sum b) const { return pair_sum(*a.sum + *b.sum); }
  pair_sum operator()(pair_sum a, std::string const& b) const { return pair_sum(*a.sum + std::stol(b)); }
  pair_sum operator()(std::string const& a, std::string const& b) const {
    return pair_sum(std::stol(a) + std::stol(b));
  }
};
TASK_TEST_P(algorithm_reduce, results_need_no_conversion_from_an_element) {
  for (std::size_t const n : few_sizes()) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < n; ++i) texts.push_back(std::to_string(i));
    long const sum = static_cast<long>(n) * (static_cast<long>(n) - 1) / 2;
    EXPECT_EQ(*skua::reduce(texts, pair_sum(0), pair_plus()).sum, sum);
    EXPECT_EQ(*skua::reduce(skua::fixed_order, texts, pair_sum(0), pair_plus()).sum, sum);
  }
}

/// Sums of floating-point numbers depend on the order. With fixed_order the bits are the same with
/// any number of workers, in any run, and beside any other load.
TEST(algorithm_reduce_order, a_fixed_order_has_the_same_bits_everywhere) {
  std::mt19937 random(3);
  std::vector<double> numbers(200'000);
  std::vector<double> factors(numbers.size());
  for (double& x : numbers)
    x = std::exp2(static_cast<double>(random() % 80) - 40.0) * (random() % 2 != 0 ? 1.5 : -1.25);
  for (double& x : factors) x = static_cast<double>(random());
  std::map<std::string, std::vector<std::uint64_t>> bits;
  auto const note = [&](std::string const& name, double x) { bits[name].push_back(std::bit_cast<std::uint64_t>(x)); };
  for (int const workers : {1, 2, 3, 4}) {
    skua::runtime place{skua::options{.workers = workers}};
    for (int round = 0; round < 5; ++round) {
      place.run([&] {
        skua::finish([&] {
          if (round % 2 != 0) skua::spawn([] { work(std::chrono::milliseconds(2)); });
          note("reduce", skua::reduce(skua::fixed_order, numbers, 0.0));
          note("part", skua::reduce(skua::fixed_order, numbers.begin(), numbers.begin() + 777, 1.0));
          note("lambda", skua::reduce(skua::fixed_order, numbers, 0.0, [](double a, double b) { return a + b; }));
          note("transform", skua::transform_reduce(skua::fixed_order, numbers, 0.0, std::plus<>(),
                                                   [](double x) { return x * 1e-3; }));
          note("products",
               skua::transform_reduce(skua::fixed_order, numbers.begin(), numbers.end(), factors.begin(), 0.0));
        });
      });
    }
  }
  for (auto const& [name, values] : bits) {
    EXPECT_EQ(values.size(), 20U) << name;
    EXPECT_EQ(std::count(values.begin(), values.end(), values.front()), 20) << name;
  }
  double const exact = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  EXPECT_NEAR(std::bit_cast<double>(bits["reduce"].front()), exact, 1e-9 * std::abs(exact) + 1e3);
}

TASK_TEST_P(algorithm_reduce, comparisons_are_bounded) {
  std::vector<int> const numbers = make_keys(100'000, shape::random);
  std::atomic<long> calls{0};
  skua::min_element(numbers, [&](int a, int b) {
    calls.fetch_add(1, std::memory_order_relaxed);
    return a < b;
  });
  EXPECT_LE(calls, 100'000);
  calls = 0;
  skua::reduce(numbers, 0, [&](int a, int b) {
    calls.fetch_add(1, std::memory_order_relaxed);
    return a ^ b;
  });
  EXPECT_EQ(calls, 100'000);
}

/// A vector can be made from an int, but that is not the element: it has that many zeros.
struct concatenation {
  using list = std::vector<int>;
  list operator()(list a, list const& b) const {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  list operator()(list a, int b) const {
    a.push_back(b);
    return a;
  }
  list operator()(int a, int b) const { return {a, b}; }
};
TASK_TEST_P(algorithm_reduce, explicit_conversions_make_no_result_of_an_element) {
  for (std::size_t const n : {0U, 1U, 2U, 3U, 100U, 3000U}) {
    std::vector<int> const numbers = make_keys(n, shape::sawtooth);
    EXPECT_EQ(skua::reduce(numbers, std::vector<int>(), concatenation()), numbers);
    EXPECT_EQ(skua::reduce(skua::fixed_order, numbers, std::vector<int>(), concatenation()), numbers);
  }
  std::vector<int> const numbers = make_keys(300, shape::sorted);
  std::vector<std::vector<int>> prefixes(numbers.size());
  skua::exclusive_scan(skua::fixed_order, numbers.begin(), numbers.end(), prefixes.begin(), std::vector<int>(),
                       concatenation());
  EXPECT_EQ(prefixes.back(), std::vector<int>(numbers.begin(), numbers.end() - 1));
}

struct only_less {
  int key;
  friend bool operator<(only_less a, only_less b) { return a.key < b.key; }
};
struct only_greater {
  int key;
  friend bool operator>(only_greater a, only_greater b) { return a.key > b.key; }
};
TASK_TEST_P(algorithm_reduce, the_largest_element_needs_one_operator) {
  std::vector<only_less> const a{{1}, {3}, {2}};
  EXPECT_EQ(skua::max_element(a.begin(), a.end())->key, 3);
  std::vector<only_greater> const b{{1}, {3}, {2}};
  EXPECT_EQ(skua::max_element(b.begin(), b.end(), std::greater<>())->key, 1);
}

}  // namespace
