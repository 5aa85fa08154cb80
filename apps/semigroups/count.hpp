// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The counts, the methods, and the sequential count.

#pragma once

#include <cstdint>

namespace apps::semigroups {

inline constexpr int largest_genus = 70;  ///< as far as the table of known counts goes

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

}  // namespace apps::semigroups
