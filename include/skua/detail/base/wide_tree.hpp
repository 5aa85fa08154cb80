// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree of n ranks in which each has up to sixteen children, for messages from one place to all
// and back. Only arithmetic.
//
// Up to 17 ranks it is a star: one step there and one back, as few as possible. 100,000 ranks have
// five levels, and no rank sends or receives more than seventeen messages.
#pragma once

#include <algorithm>

namespace skua::base {

class wide_tree {
 public:
  static constexpr int width = 16;

  /// The position of `rank` in the tree of n ranks with that root.
  constexpr wide_tree(int rank, int root, int n) noexcept : root_(root), n_(n), number_((rank - root + n) % n) {}

  [[nodiscard]] constexpr bool is_root() const noexcept { return number_ == 0; }
  /// Not for the root.
  [[nodiscard]] constexpr int parent() const noexcept { return rank_of((number_ - 1) / width); }
  [[nodiscard]] constexpr int children() const noexcept {
    return static_cast<int>(std::clamp<long>(n_ - first_child(), 0, width));
  }
  /// The i-th child, i from 0 to children() - 1.
  [[nodiscard]] constexpr int child(int i) const noexcept { return rank_of(static_cast<int>(first_child()) + i); }

 private:
  [[nodiscard]] constexpr long first_child() const noexcept { return static_cast<long>(number_) * width + 1; }
  [[nodiscard]] constexpr int rank_of(int number) const noexcept { return (root_ + number) % n_; }

  int root_, n_;
  int number_;  // counted from the root
};

}  // namespace skua::base
