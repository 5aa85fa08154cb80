// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys for the sorts of shared arrays.
#pragma once

#include <skua/algorithm/shared_array.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "array_contents.hpp"
#include "remote/cases.hpp"

namespace place_test {

enum class shape { random, few_keys, equal, sorted, reversed };

/// Key i of n.
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

/// Sorts n keys over all places, and compares them with a sequential sort.
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

inline constexpr shape all_shapes[] = {shape::random, shape::few_keys, shape::equal, shape::sorted, shape::reversed};

}  // namespace place_test
