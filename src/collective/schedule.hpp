// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communication schedules: the rank arithmetic of trees, of dissemination and of recursive halving,
// without communication.
//
// Sources: Hensgen, Finkel and Manber (1988) for dissemination; Thakur, Rabenseifner and Gropp
// (2005) for the others.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>

namespace skua::collective {

/// Distance of two ranks in a ring of n, upwards from a to b.
constexpr int distance(int a, int b, int n) noexcept { return b >= a ? b - a : b + n - a; }
constexpr int after(int rank, int distance, int n) noexcept { return (rank + distance) % n; }
constexpr int before(int rank, int distance, int n) noexcept { return (rank + n - distance) % n; }

/// A binomial tree over the ranks, numbered from the root. The children of `number` are number + d
/// for the powers of two d below lowest_bit(number, n), if they are below n.
constexpr int lowest_bit(int number, int n) noexcept {
  return number == 0 ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(n))) : number & -number;
}
constexpr int parent_of(int number) noexcept { return number & (number - 1); }

/// A hypercube of the largest power of two of members. Each remaining member is attached to its
/// lower neighbour in rank: of the first 2 * extra ranks, each odd one. So neighbours in the cube
/// are neighbours in rank, and operands keep their order.
class cube {
 public:
  constexpr explicit cube(int n) noexcept
      : corners_(static_cast<int>(std::bit_floor(static_cast<unsigned>(n)))), extra_(n - corners_) {}
  [[nodiscard]] constexpr int corners() const noexcept { return corners_; }
  /// Whether that rank is attached to the rank before it.
  [[nodiscard]] constexpr bool is_behind(int rank) const noexcept { return rank < 2 * extra_ && rank % 2 != 0; }
  /// Whether a member is attached to it.
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
/// The halves of a range at a corner, at the step of that distance: one it keeps and combines, the
/// other it sends to its partner.
struct halves {
  range kept_part;
  range sent_part;
};
constexpr halves halve(range whole, int corner, int step) noexcept {
  std::size_t const middle = whole.begin + whole.size() / 2;
  range const low{whole.begin, middle};
  range const high{middle, whole.end};
  return (corner & step) == 0 ? halves{low, high} : halves{high, low};
}
/// The range that only this corner holds after all steps below `corners`.
constexpr range share_of(range whole, int corner, int corners) noexcept {
  for (int step = 1; step < corners; step *= 2) whole = halve(whole, corner, step).kept_part;
  return whole;
}

}  // namespace skua::collective
