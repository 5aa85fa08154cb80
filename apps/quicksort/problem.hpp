// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorting generated keys: the input, the quicksort, and a check of sortedness that needs no second
// sort.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <skua/reducer.hpp>
#include <span>
#include <type_traits>
#include <vector>

#include "../common/splitmix.hpp"

namespace apps::quicksort {

inline constexpr std::size_t largest_input = std::size_t{1} << 28;
inline constexpr std::size_t default_cutoff = 4096;
inline constexpr std::size_t smallest_cutoff = 16;  ///< required by `partition`

/// Element `i` of the input `seed` of this key type.
template <typename Key>
[[nodiscard]] Key generate(std::uint64_t seed, std::uint64_t i) noexcept {
  if constexpr (std::is_same_v<Key, double>)
    return splitmix::unit(seed, i);
  else
    return splitmix::key(seed, i);
}

/// The first `n` elements.
template <typename Key>
[[nodiscard]] std::vector<Key> generate_all(std::size_t n, std::uint64_t seed) {
  std::vector<Key> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = generate<Key>(seed, i);
  return keys;
}

/// Properties of a sequence, computed from the 64 bits of each element. Sum and exclusive or do not
/// depend on the order; the weighted sum changes with any exchange of two unequal elements.
struct fingerprint {
  std::uint64_t sum = 0;  ///< modulo 2^64
  std::uint64_t exclusive_or = 0;
  std::uint64_t weighted = 0;  ///< sum of (i + 1) * element, modulo 2^64
  bool sorted = true;

  friend bool operator==(fingerprint const&, fingerprint const&) = default;
};

template <typename Key>
[[nodiscard]] fingerprint fingerprint_of(std::span<Key const> keys) noexcept {
  fingerprint result;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto const bits = std::bit_cast<std::uint64_t>(keys[i]);
    result.sum += bits;
    result.exclusive_or ^= bits;
    result.weighted += (i + 1) * bits;
    if (i > 0 && keys[i] < keys[i - 1]) result.sorted = false;
  }
  return result;
}

/// The published weighted sum of the sorted 64-bit keys of `seed`, or nullptr if none is known.
[[nodiscard]] std::uint64_t const* known_weighted_sum(std::size_t n, std::uint64_t seed) noexcept;

/// The sequential twin: std::sort.
template <typename Key>
void sort_sequential(std::span<Key> keys);

/// Quicksort whose two parts are sorted by `invoke` while they are longer than `cutoff`. Call
/// inside a task. `done` counts keys whose final place is known, also below.
template <typename Key>
void sort_parallel(std::span<Key> keys, std::size_t cutoff, skua::count done = {});

/// Sorts over places: the keys are in global memory of the caller's place, and parts of more than
/// `max_local` keys may be sorted at any place. Returns the seconds without the copies into global
/// memory and back. Call inside a task.
template <typename Key>
[[nodiscard]] double sort_anywhere(std::span<Key> keys, std::size_t cutoff, std::size_t max_local,
                                   skua::count done = {});
inline constexpr std::size_t default_near = 8192;  ///< some hundreds of microseconds to sort

/// Sorts with values only: a call gets its keys and returns them in order. It sorts both parts by
/// futures; those of more than `max_local` keys may be sorted at any place. Call inside a task.
template <typename Key>
[[nodiscard]] std::vector<Key> sort_by_value(std::vector<Key> keys, std::size_t cutoff, std::size_t max_local,
                                             skua::count done = {});

/// Partitions the keys and returns `middle`: all keys in [0, middle) are at most, and all in
/// (middle, size) at least, the key at `middle`. Needs `smallest_cutoff` elements.
template <typename Key>
[[nodiscard]] std::size_t partition(std::span<Key> keys) noexcept;

}  // namespace apps::quicksort
