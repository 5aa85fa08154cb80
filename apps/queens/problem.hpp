// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The n-queens problem as bit masks: what a board is, which squares of the next row are safe, and
// how many solutions are known.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace apps::queens {

inline constexpr int smallest_board = 1;
inline constexpr int largest_board = 18;  ///< above, one search takes hours on a small machine

/// A partial placement, row by row from the top: one bit per column for every square of the next
/// row that is attacked.
struct board {
  std::uint32_t all;      ///< the columns of this board
  std::uint32_t columns;  ///< attacked from straight above; all of them when every row has its queen
  std::uint32_t left;     ///< attacked along the diagonals that run down to the left
  std::uint32_t right;    ///< attacked along the diagonals that run down to the right

  [[nodiscard]] static constexpr board empty(int size) noexcept { return {(std::uint32_t{1} << size) - 1, 0, 0, 0}; }

  /// The safe squares of the next row.
  [[nodiscard]] constexpr std::uint32_t safe() const noexcept { return all & ~(columns | left | right); }

  /// This board with a queen on `square` (one bit of `safe()`) of the next row.
  [[nodiscard]] constexpr board with(std::uint32_t square) const noexcept {
    return {all, columns | square, (left | square) << 1, (right | square) >> 1};
  }
};

/// What a search counts: solutions, and nodes of the search tree (every safe placement, and the
/// empty board).
struct tally {
  std::uint64_t solutions = 0;
  std::uint64_t nodes = 0;

  friend constexpr bool operator==(const tally&, const tally&) = default;
};

/// Calls `visit(square)` for every bit of `squares`, from the lowest.
template <typename Visit>
constexpr void for_each_square(std::uint32_t squares, Visit&& visit) {
  for (; squares != 0; squares &= squares - 1) visit(squares & (~squares + 1));
}

/// All solutions of the boards 0..18: OEIS A000170.
inline constexpr std::array<std::uint64_t, largest_board + 1> known_solutions{
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624};

/// Nodes of the row-by-row tree with its root, boards 0..14: one plus the row sums of OEIS A319284.
inline constexpr std::array<std::uint64_t, 15> known_nodes{1,    2,    3,     6,      17,     54,      153,     552,
                                                           2057, 8394, 35539, 166926, 856189, 4674890, 27358553};

/// True when `found` agrees with everything known about boards of this size.
[[nodiscard]] constexpr bool agrees_with_known(int size, const tally& found) noexcept {
  const auto index = static_cast<std::size_t>(size);
  return found.solutions == known_solutions[index] &&
         (index >= known_nodes.size() || found.nodes == known_nodes[index]);
}

/// The sequential twin: plain recursion over all rows. `rows_left` is the number of rows without a
/// queen.
[[nodiscard]] tally search_sequential(const board& from, int rows_left);

/// The cutoff that keeps the cost of tasks in the noise and still leaves a task for every worker at
/// all times.
[[nodiscard]] constexpr int default_cutoff(int size) noexcept { return size / 2; }

}  // namespace apps::queens
