// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sort of shared arrays: keys of all shapes and types, all distributions, over all places.
#include <algorithm>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include <skua/algorithm/shared_array.hpp>

#include "array_contents.hpp"
#include "remote/cases.hpp"

namespace {

using namespace place_test;

enum class shape { random, few_keys, equal, sorted, reversed };

template <class T>
T key_of(shape kind, std::size_t i, std::size_t n) {
  std::uint64_t const mixed = (i + 1) * 0x9e3779b97f4a7c15u;
  switch (kind) {
    case shape::random:
      return static_cast<T>(static_cast<std::int64_t>(mixed ^ (mixed >> 29)));
    case shape::few_keys:
      return static_cast<T>((mixed >> 40) % 5);
    case shape::equal:
      return static_cast<T>(7);
    case shape::sorted:
      return static_cast<T>(i);
    case shape::reversed:
      return static_cast<T>(n - i);
  }
  return T{};
}

template <class T, class Comp>
void sort_keys(std::size_t n, std::size_t block, shape kind, Comp comp) {
  skua::finish([&] {
    skua::shared_array<T> const a(n, block);
    skua::for_each(a, [kind, n](std::size_t i, T& x) { x = key_of<T>(kind, i, n); });
    std::vector<T> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = key_of<T>(kind, i, n);
    std::sort(expected.begin(), expected.end(), comp);
    skua::sort(a, comp);
    CHECK(contents(a) == expected);
  });
}
constexpr shape all_shapes[] = {shape::random, shape::few_keys, shape::equal, shape::sorted, shape::reversed};

PLACE_CASE(shared_algorithm_sort_of_all_shapes) {
  for (std::size_t const n : {0, 1, 2, 3, 100, 5000, fewer(70'000, 20'000)}) {
    for (std::size_t const block : {0, 1, 100}) {
      for (shape const kind : all_shapes) sort_keys<std::uint64_t>(n, block, kind, std::less<>());
    }
  }
}

PLACE_CASE(shared_algorithm_sort_of_all_types) {
  std::size_t const n = static_cast<std::size_t>(fewer(30'000, 10'000));
  for (shape const kind : {shape::random, shape::few_keys}) {
    sort_keys<int>(n, 0, kind, std::less<>());
    sort_keys<std::int64_t>(n, 0, kind, std::greater<>());
    sort_keys<double>(n, 0, kind, std::less<>());
    sort_keys<float>(n, 3, kind, std::greater<>());
    sort_keys<signed char>(n, 0, kind, std::less<>());
    sort_keys<std::uint16_t>(n, 0, kind, std::greater<std::uint16_t>());
    sort_keys<int>(n, 0, kind, [](int x, int y) { return x > y; });
  }
}

struct record {
  int key;
  std::uint32_t number;
  char text[20];
};

PLACE_CASE(shared_algorithm_sort_of_records) {
  std::size_t const n = static_cast<std::size_t>(fewer(30'000, 10'000));
  skua::shared_array<record> const a(n);
  skua::for_each(a, [](std::size_t i, record& x) {
    x.key = key_of<int>(shape::random, i, 0) % 1000;
    x.number = static_cast<std::uint32_t>(i);
    std::memcpy(x.text, "the same everywhere", sizeof x.text);
  });
  skua::sort(a, [](record const& x, record const& y) { return x.key < y.key; });
  std::vector<bool> seen(n);
  int last_key = -1000;
  for (record const& x : contents(a)) {
    CHECK(last_key <= x.key);
    last_key = x.key;
    CHECK(x.number < n && !seen[x.number]);
    seen[x.number] = true;
    SAME(x.key, key_of<int>(shape::random, x.number, 0) % 1000);
    CHECK(std::strcmp(x.text, "the same everywhere") == 0);
  }
}

PLACE_CASE(shared_algorithm_sort_counts_its_visits) {
  for (std::size_t const n : {0, 1, 100, 20'000}) {
    skua::finish([n] {
      skua::shared_array<int> const a(n);
      skua::count const visits;
      skua::sort(a, std::less<>(), visits);
      SAME(visits.get(), 3 * std::uint64_t{n});
    });
  }
}

PLACE_CASE(shared_algorithm_sort_of_random_sizes) {
  std::mt19937 random(static_cast<unsigned>(skua::places()));
  for (int k = 0; k < fewer(30, 10); ++k) {
    std::size_t const n = random() % 9000;
    std::size_t const block = random() % 3 == 0 ? 0 : random() % 300;
    sort_keys<int>(n, block, all_shapes[random() % 5], std::less<>());
  }
}

}  // namespace
