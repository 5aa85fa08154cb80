// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who talks to whom: the arithmetic of trees, of dissemination and of halving, without anything
// that happens.
//
// Sources: Hensgen, Finkel and Manber (1988) for dissemination; Thakur, Rabenseifner and Gropp
// (2005) for the others.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

namespace skua::collective {

/// Distance of two ranks in a ring of n, from a up to b.
constexpr int distance(int a, int b, int n) noexcept { return b >= a ? b - a : b + n - a; }
constexpr int after(int rank, int by, int n) noexcept { return (rank + by) % n; }
constexpr int before(int rank, int by, int n) noexcept { return (rank + n - by) % n; }

/// A binomial tree over the ranks counted from a root: the children of `at` are at + d for the
/// powers of two d below `lowest(at)`, as far as there are so many.
constexpr int lowest_bit(int at, int n) noexcept {
  return at == 0 ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(n))) : at & -at;
}
constexpr int parent_of(int at) noexcept { return at & (at - 1); }

/// The hypercube of the largest power of two of members. The others, if any, stand behind a
/// neighbour: of the first 2 * extra ranks each odd one, so that neighbours in the cube are
/// neighbours in rank, and orders of operands hold.
class cube {
 public:
  constexpr explicit cube(int n) noexcept
      : corners_(static_cast<int>(std::bit_floor(static_cast<unsigned>(n)))), extra_(n - corners_) {}
  [[nodiscard]] constexpr int corners() const noexcept { return corners_; }
  /// Whether that rank stands behind the one before it.
  [[nodiscard]] constexpr bool is_behind(int rank) const noexcept { return rank < 2 * extra_ && rank % 2 != 0; }
  /// Whether somebody stands behind it.
  [[nodiscard]] constexpr bool has_behind(int rank) const noexcept { return rank < 2 * extra_ && rank % 2 == 0; }
  [[nodiscard]] constexpr int corner_of(int rank) const noexcept {
    return rank < 2 * extra_ ? rank / 2 : rank - extra_;
  }
  [[nodiscard]] constexpr int rank_of(int corner) const noexcept {
    return corner < extra_ ? 2 * corner : corner + extra_;
  }

 private:
  int corners_;
  int extra_;
};

/// A range of elements.
struct range {
  std::size_t begin = 0;
  std::size_t end = 0;
  [[nodiscard]] constexpr std::size_t size() const noexcept { return end - begin; }
};
/// What a corner keeps of a range, and what it gives away, at the step of that distance.
struct halves {
  range kept;
  range given;
};
constexpr halves halve(range whole, int corner, int step) noexcept {
  std::size_t const middle = whole.begin + whole.size() / 2;
  range const low{whole.begin, middle};
  range const high{middle, whole.end};
  return (corner & step) == 0 ? halves{low, high} : halves{high, low};
}
/// What a corner holds alone after all steps below `corners`.
constexpr range share_of(range whole, int corner, int corners) noexcept {
  for (int step = 1; step < corners; step *= 2) whole = halve(whole, corner, step).kept;
  return whole;
}

}  // namespace skua::collective
