// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The topologies along which the members of a collective operation communicate: ring, binomial
// tree, hypercube. Only arithmetic on ranks, from 0 to n - 1 among n members.
//
// Sources: Hensgen, Finkel and Manber (1988) for dissemination along a ring; Thakur, Rabenseifner
// and Gropp (2005) for the others.
#pragma once

#include <bit>

namespace skua::collective::topology {

// ---- the ring ----

/// Distance of two ranks in a ring of n, upwards from `left` to `right`.
constexpr int distance(int left, int right, int n) noexcept { return right >= left ? right - left : right + n - left; }
constexpr int after(int rank, int distance, int n) noexcept { return (rank + distance) % n; }
constexpr int before(int rank, int distance, int n) noexcept { return (rank + n - distance) % n; }

/// The position of a rank in a binomial tree.
///
/// The members are numbered along the ring, from the root on. The children of `number` are
/// number + d for the powers of two d below its lowest bit that is set, if they are below n. So the
/// numbers of a subtree follow one another, and operands keep their order if the root is rank 0.
class tree_position {
 public:
  constexpr tree_position(int rank, int root, int n) noexcept
      : n_(n), root_(root), number_(distance(root, rank, n)), bit_(lowest_bit(number_, n)) {}

  [[nodiscard]] constexpr bool is_root() const noexcept { return number_ == 0; }
  [[nodiscard]] constexpr int parent() const noexcept { return rank_of(number_ & (number_ - 1)); }
  /// The size of the subtree below and including this position.
  [[nodiscard]] constexpr int subtree() const noexcept { return size_of(bit_, n_ - number_); }
  [[nodiscard]] constexpr bool is_leaf() const noexcept { return subtree() == 1; }
  /// The rank of the k-th member of the subtree.
  [[nodiscard]] constexpr int rank(int index) const noexcept { return rank_of(number_ + index); }
  /// Calls function(rank, k, size) for each child: it is the k-th member of this subtree, and the
  /// child's subtree has `size` members. `up` calls it for the largest subtree last, `down` first.
  template <class F>
  constexpr void up(F const& function) const {
    for (int distance = 1; distance < subtree(); distance *= 2)
      function(rank(distance), distance, size_of(distance, subtree() - distance));
  }
  template <class F>
  constexpr void down(F const& function) const {
    for (int distance = bit_ / 2; distance > 0; distance /= 2) {
      if (distance < subtree()) function(rank(distance), distance, size_of(distance, subtree() - distance));
    }
  }

 private:
  static constexpr int lowest_bit(int number, int n) noexcept {
    return number == 0 ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(n))) : number & -number;
  }
  /// A whole subtree, or as much of it as there are members.
  static constexpr int size_of(int whole, int members) noexcept { return whole < members ? whole : members; }
  [[nodiscard]] constexpr int rank_of(int number) const noexcept { return after(root_, number, n_); }

  int n_, root_, number_, bit_;
};

/// A hypercube of the largest power of two of members. Each remaining member is attached to its
/// lower neighbour in rank: of the first 2 * extra ranks, each odd one. So neighbours in the cube
/// are neighbours in rank, and operands keep their order.
class hypercube {
 public:
  constexpr explicit hypercube(int n) noexcept
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
  /// The rank of the neighbour of a corner in one dimension: step 1, 2, 4, … below corners().
  [[nodiscard]] constexpr int partner_of(int corner, int step) const noexcept { return rank_of(corner ^ step); }
  /// Whether the operand of that corner comes before its partner's.
  [[nodiscard]] static constexpr bool is_low(int corner, int step) noexcept { return (corner & step) == 0; }

 private:
  int corners_;
  int extra_;
};

}  // namespace skua::collective::topology
