// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "enumerate.hpp"

#include <bit>
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

/// The tree of the sequential program: a board has a child for each safe square of its next row; the last row is counted
/// without being built.
class board_tree {
 public:
  board_tree() = default;
  explicit board_tree(int size) : size_(size) {}

  using node = board;
  static_assert(std::is_trivially_copyable_v<node> && sizeof(node) == 16);

  node root() const { return board::empty(size_); }

  struct children_type {
    node const* of;
    std::uint32_t squares;

    bool next(node& child) {
      if (squares == 0) return false;
      child = of->with(squares & (~squares + 1));
      squares &= squares - 1;
      return true;
    }
  };
  children_type children(node const& of) const { return {&of, one_row_left(of) ? 0 : of.safe()}; }

  tally value(node const& of) const {
    if (!one_row_left(of)) return {0, 1};
    std::uint64_t const found = of.safe() != 0;
    return {found, 1 + found};
  }

 private:
  /// As many rows have no queen as columns.
  static bool one_row_left(node const& of) {
    std::uint32_t const free = of.all & ~of.columns;
    return (free & (free - 1)) == 0;
  }

  int size_ = smallest_board;
};

}  // namespace

enumerated search_by_engine(int size, search_request const& wanted) {
  auto found = enumerate<add_tallies>(board_tree(size), wanted);
  return {found.value, found.complete, found.share, std::move(found.stats)};
}

}  // namespace apps::queens
