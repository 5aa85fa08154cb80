// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree of n ranks in which each has up to sixteen children, for messages from one place to all
// and back. Only arithmetic, for any n that an int holds.
//
// Up to 17 ranks it is a star: one step there and one back, as few as possible. 100,000 ranks have
// five levels, and no rank sends or receives more than seventeen messages.
#pragma once

#include <algorithm>
#include <cstdint>

namespace skua::base {

class wide_tree {
 public:
  static constexpr int width = 16;

  /// The position of `rank` in the tree of n ranks with that root; 0 <= rank, root < n.
  constexpr wide_tree(int rank, int root, int n) noexcept
      : root_(root), n_(n), number_(rank >= root ? rank - root : n - (root - rank)) {}

  /// Whether a tree of n ranks is a star: each rank but the root is a child of the root.
  [[nodiscard]] static constexpr bool is_star(int n) noexcept { return n <= width + 1; }
  [[nodiscard]] constexpr bool is_root() const noexcept { return number_ == 0; }
  /// Not for the root.
  [[nodiscard]] constexpr int parent() const noexcept { return rank_of((number_ - 1) / width); }
  [[nodiscard]] constexpr int children() const noexcept {
    return static_cast<int>(std::clamp<std::int64_t>(n_ - first_child(), 0, width));
  }
  /// The i-th child, i from 0 to children() - 1.
  [[nodiscard]] constexpr int child(int i) const noexcept { return rank_of(static_cast<int>(first_child()) + i); }
  /// Calls function(child) for each child, the smallest rank first: in a star, in the order of the
  /// ranks.
  template <class F>
  constexpr void for_each_child(F&& function) const {
    int const count = children();
    // The children above the root; the ranks of the others have wrapped around.
    int const above = static_cast<int>(std::clamp<std::int64_t>(n_ - root_ - first_child(), 0, count));
    for (int i = above; i < count; ++i) function(child(i));
    for (int i = 0; i < above; ++i) function(child(i));
  }
  /// The child whose subtree contains `rank`; -1: `rank` is not below this one.
  [[nodiscard]] constexpr int child_towards(int rank) const noexcept {
    int number = wide_tree(rank, root_, n_).number_;
    while (number > number_) {
      int const above = (number - 1) / width;
      if (above == number_) return rank_of(number);
      number = above;
    }
    return -1;
  }

 private:
  [[nodiscard]] constexpr std::int64_t first_child() const noexcept { return std::int64_t{number_} * width + 1; }
  [[nodiscard]] constexpr int rank_of(int number) const noexcept {
    return number < n_ - root_ ? root_ + number : number - (n_ - root_);
  }

  int root_, n_;
  int number_;  // counted from the root
};

}  // namespace skua::base
