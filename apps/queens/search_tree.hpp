// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of boards for the engine, and its counts.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <skua/reducer.hpp>
#include <type_traits>

#include "problem.hpp"

namespace apps::queens {

struct add_tallies {
  static constexpr tally identity() { return {}; }
  constexpr void operator()(tally& total, tally const& x) const {
    total.solutions += x.solutions;
    total.nodes += x.nodes;
  }
};

/// The upper rows of the tree of the sequential program: a board has a child for each safe square
/// of its next row. A board with few rows left has no children: the sequential program counts the
/// solutions below it in microseconds when the engine visits the board.
class board_tree {
 public:
  board_tree() = default;
  explicit board_tree(int size) : size_(size) {}
  /// Adds the solutions to `solution_count` while the search runs.
  board_tree(int size, skua::sum<std::uint64_t> const& solution_count) : size_(size), solution_count_(solution_count) {}

  struct node {
    board position;
    std::int32_t rows_left;
  };
  static_assert(std::is_trivially_copyable_v<node> && sizeof(node) == 20);

  node root() const { return {board::empty(size_), size_}; }

  struct children_type {
    node const* parent;
    std::uint32_t squares;

    bool next(node& child) {
      if (squares == 0) return false;
      child = {parent->position.with(squares & (~squares + 1)), parent->rows_left - 1};
      squares &= squares - 1;
      return true;
    }
  };
  children_type children(node const& parent) const {
    return {&parent, few_rows_left(parent) ? 0 : parent.position.safe()};
  }

  tally value(node const& n) const {
    if (!few_rows_left(n)) return {0, 1};
    tally const count = search_sequential(n.position, n.rows_left);
    if (solution_count_ && count.solutions != 0) *solution_count_ += count.solutions;
    return count;
  }

  template <typename Archive>
  void serialize(Archive& archive) {
    archive(size_, solution_count_);
  }

  /// Checks a node from a file: true if queens in the upper rows can attack exactly these squares.
  bool valid(node const& n) const {
    auto const full_row = board::empty(size_).full_row;
    if (n.rows_left < 0 || n.rows_left > size_ || n.position.full_row != full_row) return false;
    int const rows = size_ - n.rows_left;
    if ((n.position.columns & ~full_row) != 0 || std::popcount(n.position.columns) != rows) return false;
    return rows == 0 ? same(n.position, board::empty(size_)) : leads_to(board::empty(size_), size_, n);
  }

 private:
  bool few_rows_left(node const& n) const { return few_rows_left(n.rows_left); }
  bool few_rows_left(int rows_left) const { return rows_left <= std::min(9, std::max(1, size_ - 5)); }

  static bool same(board const& a, board const& b) {
    return a.columns == b.columns && a.left == b.left && a.right == b.right;
  }

  /// True if `to` is below the board `from`. Tries only queens that attack nothing outside `to`.
  bool leads_to(board const& from, int rows_left, node const& to) const {
    if (rows_left == to.rows_left) return same(from, to.position);
    if (few_rows_left(rows_left)) return false;
    int const rows_after = rows_left - to.rows_left;
    std::uint32_t candidates = 0;
    for_each_square(from.safe() & to.position.columns, [&](std::uint32_t square) {
      bool const left = ((square << rows_after) & ~to.position.left) == 0;
      bool const right = ((square >> rows_after) & ~to.position.right) == 0;
      if (left && right) candidates |= square;
    });
    bool is_reachable = false;
    for_each_square(candidates, [&](std::uint32_t square) {
      is_reachable = is_reachable || leads_to(from.with(square), rows_left - 1, to);
    });
    return is_reachable;
  }

  int size_ = smallest_board;
  std::optional<skua::sum<std::uint64_t>> solution_count_;
};

}  // namespace apps::queens
