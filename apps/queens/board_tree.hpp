// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of boards for the engine, and what it counts.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "problem.hpp"

namespace apps::queens {

struct add_tallies {
  static constexpr tally identity() { return {}; }
  constexpr void operator()(tally& into, tally const& x) const {
    into.solutions += x.solutions;
    into.nodes += x.nodes;
  }
};

/// The upper rows of the tree of the sequential program: a board has a child for each safe square
/// of its next row. A board with few rows left has none: the sequential program counts the
/// solutions below it in microseconds, where the board is looked at.
class board_tree {
 public:
  board_tree() = default;
  explicit board_tree(int size) : size_(size) {}

  struct node {
    board at;
    std::int32_t rows_left;
  };
  static_assert(std::is_trivially_copyable_v<node> && sizeof(node) == 20);

  node root() const { return {board::empty(size_), size_}; }

  struct children_type {
    node const* of;
    std::uint32_t squares;

    bool next(node& child) {
      if (squares == 0) return false;
      child = {of->at.with(squares & (~squares + 1)), of->rows_left - 1};
      squares &= squares - 1;
      return true;
    }
  };
  children_type children(node const& of) const { return {&of, few_rows_left(of) ? 0 : of.at.safe()}; }

  tally value(node const& of) const { return few_rows_left(of) ? search_sequential(of.at, of.rows_left) : tally{0, 1}; }

  /// Of a node from a file: whether queens in the upper rows can attack exactly these squares.
  bool valid(node const& of) const {
    auto const all = board::empty(size_).all;
    if (of.rows_left < 0 || of.rows_left > size_ || of.at.all != all) return false;
    int const rows = size_ - of.rows_left;
    if ((of.at.columns & ~all) != 0 || std::popcount(of.at.columns) != rows) return false;
    return rows == 0 ? same(of.at, board::empty(size_)) : leads_to(board::empty(size_), size_, of);
  }

 private:
  bool few_rows_left(node const& of) const { return few_rows_left(of.rows_left); }
  bool few_rows_left(int rows_left) const { return rows_left <= std::min(9, std::max(1, size_ - 5)); }

  static bool same(board const& a, board const& b) {
    return a.columns == b.columns && a.left == b.left && a.right == b.right;
  }

  /// Whether `to` is below the board `from`. It tries only queens all of whose attacks are in `to`.
  bool leads_to(board const& from, int rows_left, node const& to) const {
    if (rows_left == to.rows_left) return same(from, to.at);
    if (few_rows_left(rows_left)) return false;
    int const rows_after = rows_left - to.rows_left;
    std::uint32_t candidates = 0;
    for_each_square(from.safe() & to.at.columns, [&](std::uint32_t square) {
      bool const left = ((square << rows_after) & ~to.at.left) == 0;
      bool const right = ((square >> rows_after) & ~to.at.right) == 0;
      if (left && right) candidates |= square;
    });
    bool found = false;
    for_each_square(candidates,
                    [&](std::uint32_t square) { found = found || leads_to(from.with(square), rows_left - 1, to); });
    return found;
  }

  int size_ = smallest_board;
};

}  // namespace apps::queens
