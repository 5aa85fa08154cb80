// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort, stable_sort, nth_element, merge.
#include <bit>
#include <deque>
#include <ranges>

#include "algorithm/support.hpp"

namespace {

using namespace algorithm_test;

WORKERS_SUITE(algorithm_sort);

TASK_TEST_P(algorithm_sort, sorts_numbers_of_all_shapes) {
  for (std::size_t const n : sizes()) {
    for (shape const kind : all_shapes) {
      std::string const description =
          (testing::Message() << n << " keys of shape " << static_cast<int>(kind)).GetString();
      std::vector<int> const input = make_keys(n, kind);
      std::vector<int> expected = input;
      std::sort(expected.begin(), expected.end());
      std::vector<int> numbers = input;
      skua::sort(numbers.begin(), numbers.end());
      EXPECT_EQ(numbers, expected) << description;
      numbers = input;
      EXPECT_EQ(skua::stable_sort(numbers), numbers.end()) << description;
      EXPECT_EQ(numbers, expected) << description;
      std::reverse(expected.begin(), expected.end());
      numbers = input;
      EXPECT_EQ(skua::sort(numbers, std::greater<>()), numbers.end()) << description;
      EXPECT_EQ(numbers, expected) << description;
      std::vector<double> reals(input.begin(), input.end());
      skua::sort(reals, [](double a, double b) { return a > b; });
      EXPECT_TRUE(std::equal(reals.begin(), reals.end(), expected.begin())) << description;
    }
  }
}

/// Moves may throw, so the elements must not be spread over two places.
struct throwing_move {
  int key = 0;
  int index = 0;
  throwing_move() = default;
  throwing_move(int k, int i) : key(k), index(i) {}
  throwing_move(throwing_move const&) = default;
  throwing_move(throwing_move&& other) noexcept(false) : key(other.key), index(other.index) {}
  throwing_move& operator=(throwing_move const&) = default;
  throwing_move& operator=(throwing_move&& other) noexcept(false) {
    key = other.key;
    index = other.index;
    return *this;
  }
  friend bool operator<(throwing_move const& a, throwing_move const& b) { return a.key < b.key; }
};
TASK_TEST_P(algorithm_sort, stable_sort_of_elements_with_throwing_moves) {
  for (std::size_t const n : {0, 1, 2, 3, 13, 100, 5000}) {
    for (shape const kind : all_shapes) {
      std::vector<int> const keys = make_keys(n, kind);
      std::vector<throwing_move> items;
      for (int k : keys) items.emplace_back(k % 50, static_cast<int>(items.size()));
      std::vector<throwing_move> expected = items;
      std::sort(expected.begin(), expected.end(), [](throwing_move const& a, throwing_move const& b) {
        return a.key != b.key ? a.key < b.key : a.index < b.index;
      });
      skua::stable_sort(items.begin(), items.end());
      EXPECT_TRUE(std::equal(items.begin(), items.end(), expected.begin(), expected.end(),
                             [](throwing_move const& a, throwing_move const& b) { return a.index == b.index; }));
    }
  }
}

/// An opponent that decides about its keys only when they are compared (McIlroy 1999), and so makes
/// quicksorts take quadratic time if they do not guard against it.
class opponent {
 public:
  explicit opponent(std::size_t n) : keys_(n, n) {}
  bool less(std::size_t a, std::size_t b) {
    ++comparisons;
    if (keys_[a] == keys_.size() && keys_[b] == keys_.size()) (a == candidate_ ? keys_[a] : keys_[b]) = solid_++;
    if (keys_[a] == keys_.size()) candidate_ = a;
    if (keys_[b] == keys_.size()) candidate_ = b;
    return keys_[a] < keys_[b];
  }
  long comparisons = 0;

 private:
  std::vector<std::size_t> keys_;
  std::size_t solid_ = 0;
  std::size_t candidate_ = 0;
};

TEST(algorithm_sort_opponent, comparisons_are_bounded) {
  skua::runtime place{skua::options{.workers = 1}};  // the opponent has a state
  place.run([] {
    constexpr std::size_t n = 50'000;
    double const bound = 4.0 * static_cast<double>(n) * std::bit_width(n);
    for (bool const is_stable : {false, true}) {
      opponent enemy(n);
      std::vector<std::size_t> items(n);
      std::iota(items.begin(), items.end(), std::size_t{0});
      auto const less = [&](std::size_t a, std::size_t b) { return enemy.less(a, b); };
      if (is_stable) {
        skua::stable_sort(items, less);
      } else {
        skua::sort(items, less);
      }
      EXPECT_TRUE(std::is_sorted(items.begin(), items.end(), less));
      EXPECT_LT(static_cast<double>(enemy.comparisons), bound) << is_stable;
    }
  });
}

TASK_TEST_P(algorithm_sort, comparisons_are_n_log_n) {
  for (shape const kind : all_shapes) {
    constexpr std::size_t n = 100'000;
    std::vector<int> const keys = make_keys(n, kind);
    std::atomic<long> calls{0};
    auto const less = [&](std::string const& a, std::string const& b) {
      calls.fetch_add(1, std::memory_order_relaxed);
      return a < b;
    };
    std::vector<std::string> texts;
    for (int k : keys) texts.push_back(std::to_string(k));
    std::vector<std::string> others = texts;
    skua::sort(texts, less);
    EXPECT_LT(calls, 3L * static_cast<long>(n) * 17) << static_cast<int>(kind);
    calls = 0;
    skua::stable_sort(others, less);
    EXPECT_LT(calls, static_cast<long>(n) * 18) << static_cast<int>(kind);
    EXPECT_EQ(texts, others);
  }
}

/// An undivided merge needs fewer comparisons than there are elements; a divided one searches for
/// the middle. The simulated thief always asks.
TEST(algorithm_merge, is_divided_for_a_thief) {
  skua::runtime place{{.sim = "places=1,workers=2"}};
  place.run([] {
    std::vector<int> const keys = make_keys(10'000, shape::sorted);
    std::vector<int> merged(2 * keys.size());
    std::atomic<std::size_t> calls{0};
    skua::merge(keys, keys, merged.begin(), [&calls](int a, int b) {
      skua::sim::work(1e-7);  // time in which the other worker asks
      return ++calls, a < b;
    });
    EXPECT_GE(calls, merged.size());
  });
}

TEST(algorithm_sort_few_keys, needs_linear_comparisons) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    for (std::size_t const n : {1000, 10'000, 100'000}) {
      std::vector<int> keys = make_keys(n, shape::few_keys);
      long calls = 0;
      skua::sort(keys, [&calls](int a, int b) { return ++calls, a < b; });
      EXPECT_LT(calls, 8 * static_cast<long>(n)) << n;
    }
  });
}

TASK_TEST_P(algorithm_sort, ranges_and_iterators_of_every_kind) {
  std::deque<int> deque;
  for (int k : make_keys(50'000, shape::random)) deque.push_back(k);
  skua::sort(deque);
  EXPECT_TRUE(std::ranges::is_sorted(deque));
  skua::stable_sort(deque, std::ranges::greater());
  EXPECT_TRUE(std::ranges::is_sorted(deque, std::ranges::greater()));
  int array[] = {3, 1, 2};
  skua::sort(array);
  EXPECT_EQ(array[0], 1);
  skua::sort(array, array + 3, std::greater<int>());
  EXPECT_EQ(array[0], 3);
  skua::stable_sort(array, array + 3);
  EXPECT_EQ(array[0], 1);
  std::vector<int> numbers = make_keys(10'000, shape::random);
  skua::sort(numbers | std::views::drop(5'000));
  EXPECT_TRUE(std::is_sorted(numbers.begin() + 5'000, numbers.end()));
  EXPECT_EQ(skua::nth_element(numbers, numbers.begin(), std::greater<>(), std::bit_not<>()), numbers.end());
  EXPECT_EQ(numbers.front(), std::ranges::min(numbers));
  std::vector<int*> pointers;
  for (int& x : numbers) pointers.push_back(&x);
  std::reverse(pointers.begin() + 1, pointers.end());
  skua::sort(pointers);
  EXPECT_TRUE(std::ranges::is_sorted(pointers));
}

TASK_TEST_P(algorithm_sort, nth_element_needs_linear_comparisons) {
  constexpr std::size_t n = 200'000;
  std::vector<std::string> texts;
  for (int k : make_keys(n, shape::random)) texts.push_back(std::to_string(k));
  std::atomic<long> calls{0};
  skua::nth_element(texts, texts.begin() + n / 2, [&](std::string const& a, std::string const& b) {
    calls.fetch_add(1, std::memory_order_relaxed);
    return a < b;
  });
  EXPECT_LT(calls, 5L * static_cast<long>(n));
}

TASK_TEST_P(algorithm_sort, merge_moves_through_move_iterators) {
  std::vector<std::string> a(3000, std::string(40, 'a')), b(2000, std::string(40, 'b')), out(5000);
  skua::merge(std::make_move_iterator(a.begin()), std::make_move_iterator(a.end()), std::make_move_iterator(b.begin()),
              std::make_move_iterator(b.end()), out.begin());
  EXPECT_EQ(out[2999] + out[3000], std::string(40, 'a') + std::string(40, 'b'));
  EXPECT_TRUE(a[2999].empty() && b[1999].empty());
}

struct ranked {
  int rank;
  bool precedes(ranked const* other) const { return rank < other->rank; }
};
TASK_TEST_P(algorithm_sort, comparisons_may_be_member_functions) {
  std::vector<ranked> items;
  for (int const k : make_keys(5000, shape::random)) items.push_back({k});
  std::vector<ranked*> order;
  for (ranked& x : items) order.push_back(&x);
  skua::sort(order, &ranked::precedes);
  EXPECT_TRUE(std::ranges::is_sorted(order, {}, &ranked::rank));
}

}  // namespace
