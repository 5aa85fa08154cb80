// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "enumerate.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../skua/saved_search.hpp"

namespace apps::queens {
namespace {

struct add_tallies {
  static constexpr tally identity() { return {}; }
  constexpr void operator()(tally& into, tally const& x) const {
    into.solutions += x.solutions;
    into.nodes += x.nodes;
  }
};

/// The upper rows of the tree of the sequential program: a board has a child for each safe square of its next row. With few rows
/// left it has none: what is below takes that program microseconds, and is counted where the board is looked at.
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

 private:
  bool few_rows_left(node const& of) const { return of.rows_left <= std::min(9, std::max(1, size_ - 5)); }

  int size_ = smallest_board;
};

}  // namespace

enumerated search_by_engine(int size, search_request const& wanted) {
  auto found = enumerate<add_tallies>(board_tree(size), wanted);
  return {ended(found), found.value};
}

}  // namespace apps::queens
