// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numerical semigroups by genus: the counts, the known ones, the methods, and the sequential count.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace apps::semigroups {

inline constexpr int largest_genus = 70;  ///< the end of the table of known counts

/// Numbers of numerical semigroups. A sum: every node of the tree contributes its part.
struct tally {
  std::uint64_t of_genus = 0;  ///< of exactly the requested genus
  std::uint64_t up_to = 0;     ///< of that genus and all smaller ones: the nodes of the tree

  constexpr tally& operator+=(tally const& other) noexcept {
    of_genus += other.of_genus;
    up_to += other.up_to;
    return *this;
  }
  friend constexpr tally operator+(tally a, tally const& b) noexcept { return a += b; }
  friend constexpr bool operator==(tally const&, tally const&) = default;
};

/// The representation of a semigroup. Both give the same tree in the same order.
enum class method {
  decompositions,    ///< bytes and vector code (decompositions.hpp): Fromentin and Hivert (2016)
  right_generators,  ///< three words (right_generators.hpp): after Bras-Amorós and Fernández-González (2020)
};

/// Counts on the calling thread: the reference for the parallel count. `unbuilt` (1 or 2) is the
/// number of last levels whose nodes are counted without being built. 0 <= genus <= largest_genus.
[[nodiscard]] tally count_sequential(int genus, method representation, int unbuilt);

/// By genus: OEIS A007323.
// clang-format off
inline constexpr std::array<std::uint64_t, largest_genus + 1> known_counts{
    1, 1, 2, 4, 7, 12, 23, 39, 67, 118, 204, 343, 592, 1001, 1693, 2857, 4806, 8045, 13467, 22464, 37396, 62194,
    103246, 170963, 282828, 467224, 770832, 1270267, 2091030, 3437839, 5646773, 9266788, 15195070, 24896206, 40761087,
    66687201, 109032500, 178158289, 290939807, 474851445, 774614284, 1262992840, 2058356522, 3353191846, 5460401576,
    8888486816, 14463633648, 23527845502, 38260496374, 62200036752, 101090300128, 164253200784, 266815155103,
    433317458741, 703569992121, 1142140736859, 1853737832107, 3008140981820, 4880606790010, 7917344087695,
    12841603251351, 20825558002053, 33768763536686, 54749244915730, 88754191073328, 143863484925550, 233166577125714,
    377866907506273, 612309308257800, 992121118414851, 1607394814170158};
// clang-format on

/// The answer for this genus.
[[nodiscard]] constexpr tally known_tally(int genus) noexcept {
  tally result;
  for (int g = 0; g <= genus; ++g) result.up_to += known_counts[static_cast<std::size_t>(g)];
  result.of_genus = known_counts[static_cast<std::size_t>(genus)];
  return result;
}

}  // namespace apps::semigroups
