// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential twin, the partition step of the quicksort, and the published sums.

#include "problem.hpp"

#include <algorithm>
#include <utility>

namespace apps::quicksort {
namespace {

template <typename Key>
Key const& median(Key const& a, Key const& b, Key const& c) noexcept {
  if (a < b) return b < c ? b : (a < c ? c : a);
  return a < c ? a : (b < c ? c : b);
}

// Tukey's ninther: two very unequal parts would leave one worker with nearly all the work.
template <typename Key>
std::size_t choose_pivot(std::span<Key> keys) noexcept {
  std::size_t const step = keys.size() / 8;
  auto const median_of_three = [&](std::size_t index) -> Key const& {
    return median(keys[index], keys[index + step], keys[index + 2 * step]);
  };
  Key const& pivot = median(median_of_three(0), median_of_three(3 * step), median_of_three(keys.size() - 1 - 2 * step));
  return static_cast<std::size_t>(&pivot - keys.data());
}

}  // namespace

// Hoare's scheme: both scans stop at elements equal to the pivot, so equal keys spread over both
// parts. Neither scan checks for the end. The pivot itself stops the downward scan. Of the nine
// candidates at least four others are not smaller than the pivot and stop the upward scan. Later
// rounds stop at elements that were exchanged before.
template <typename Key>
std::size_t partition(std::span<Key> keys) noexcept {
  std::swap(keys[0], keys[choose_pivot(keys)]);
  Key const pivot = keys[0];
  std::size_t low = 0;
  std::size_t high = keys.size();
  for (;;) {
    do ++low;
    while (keys[low] < pivot);
    do --high;
    while (pivot < keys[high]);
    if (low >= high) break;
    std::swap(keys[low], keys[high]);
  }
  std::swap(keys[0], keys[high]);
  return high;
}

template <typename Key>
void sort_sequential(std::span<Key> keys) {
  std::sort(keys.begin(), keys.end());
}

template std::size_t partition(std::span<std::uint64_t>) noexcept;
template std::size_t partition(std::span<double>) noexcept;
template void sort_sequential(std::span<std::uint64_t>);
template void sort_sequential(std::span<double>);

std::uint64_t const* known_weighted_sum(std::size_t n, std::uint64_t seed) noexcept {
  struct fact {
    std::size_t n;
    std::uint64_t weighted;
  };
  static constexpr std::uint64_t seed_of_facts = 42;
  static constexpr fact facts[] = {
      {0, 0u},
      {1, 13679457532755275413u},
      {10, 777192700802730850u},
      {1000, 8731479736092039218u},
      {100000, 10114058011366724810u},
      {1048576, 11394282789939682890u},
      {4194304, 18010596493365501083u},
  };
  if (seed != seed_of_facts) return nullptr;
  auto const* const entry = std::find_if(std::begin(facts), std::end(facts), [n](fact const& f) { return f.n == n; });
  return entry == std::end(facts) ? nullptr : &entry->weighted;
}

}  // namespace apps::quicksort
