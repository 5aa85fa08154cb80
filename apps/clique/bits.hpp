// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A set of small integers of a width fixed at compile time, so that the loops over its words need
// no bounds checks; and the choice of a width at run time.

#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace apps::clique {

template <std::size_t Words>
struct bits {
  std::array<std::uint64_t, Words> word;

  static bits none() { return {}; }

  void insert(int i) { word[at(i)] |= mask(i); }
  void erase(int i) { word[at(i)] &= ~mask(i); }
  bool contains(int i) const { return (word[at(i)] & mask(i)) != 0; }

  bool empty() const {
    std::uint64_t bits_seen = 0;
    for (auto const w : word) bits_seen |= w;
    return bits_seen == 0;
  }

  int size() const {
    int count = 0;
    for (auto const w : word) count += std::popcount(w);
    return count;
  }

  /// Whether the sets have a common member.
  bool intersects(bits const& other) const {
    // blocks: no branch for each word, and an early end in wide sets
    constexpr std::size_t block = 8;
    std::size_t w = 0;
    for (; w + block <= Words; w += block) {
      std::uint64_t common = 0;
      for (std::size_t i = w; i < w + block; ++i) common |= word[i] & other.word[i];
      if (common != 0) return true;
    }
    std::uint64_t common = 0;
    for (; w < Words; ++w) common |= word[w] & other.word[w];
    return common != 0;
  }

  bits& operator&=(bits const& other) {
    for (std::size_t w = 0; w < Words; ++w) word[w] &= other.word[w];
    return *this;
  }
  friend bits operator&(bits left, bits const& right) { return left &= right; }
  friend auto operator<=>(bits const&, bits const&) = default;

  /// Calls `body(i)` for each member in increasing order.
  template <typename Body>
  void for_each(Body&& body) const {
    for (std::size_t w = 0; w < Words; ++w) {
      for (auto remaining = word[w]; remaining != 0; remaining &= remaining - 1)
        body(static_cast<int>(w * 64) + std::countr_zero(remaining));
    }
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i) / 64; }
  static std::uint64_t mask(int i) { return std::uint64_t{1} << (static_cast<unsigned>(i) % 64); }
};

template <std::size_t Words>
using width = std::integral_constant<std::size_t, Words>;

/// Calls `body(width<Words>{})` with the first of these increasing widths that holds
/// `words_needed`, or else with the last.
template <std::size_t Narrowest, std::size_t... Wider, typename Body>
auto with_narrowest(std::size_t words_needed, Body&& body) {
  if constexpr (sizeof...(Wider) == 0) {
    return body(width<Narrowest>{});
  } else {
    if (words_needed <= Narrowest) return body(width<Narrowest>{});
    return with_narrowest<Wider...>(words_needed, std::forward<Body>(body));
  }
}

}  // namespace apps::clique
