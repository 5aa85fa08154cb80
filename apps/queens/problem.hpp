// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The n-queens problem as bit masks: the board, the safe squares of the next row, and the known
// numbers of solutions.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace apps::queens {

inline constexpr int smallest_board = 1;
inline constexpr int largest_board = 18;  ///< above, one search takes hours on a small machine

/// A partial placement, row by row from the top: bit masks of the attacked squares of the next row.
struct board {
  std::uint32_t full_row;  ///< the mask of the columns of this board
  std::uint32_t columns;   ///< attacked from straight above; equals full_row when every row has its queen
  std::uint32_t left;      ///< attacked along the diagonals that run down to the left
  std::uint32_t right;     ///< attacked along the diagonals that run down to the right

  [[nodiscard]] static constexpr board empty(int size) noexcept { return {(std::uint32_t{1} << size) - 1, 0, 0, 0}; }

  /// The safe squares of the next row.
  [[nodiscard]] constexpr std::uint32_t safe() const noexcept { return full_row & ~(columns | left | right); }

  /// This board with a queen on `square` (one bit of `safe()`) of the next row.
  [[nodiscard]] constexpr board with(std::uint32_t square) const noexcept {
    return {full_row, columns | square, (left | square) << 1, (right | square) >> 1};
  }
};

/// The counts of a search: solutions, and nodes of the search tree (every safe placement, and the
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

/// The number of solutions of the boards 0..18: OEIS A000170.
inline constexpr std::array<std::uint64_t, largest_board + 1> known_solutions{
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624};

/// Nodes of the row-by-row tree with its root, boards 0..14: one plus the row sums of OEIS A319284.
inline constexpr std::array<std::uint64_t, 15> known_nodes{1,    2,    3,     6,      17,     54,      153,     552,
                                                           2057, 8394, 35539, 166926, 856189, 4674890, 27358553};

/// True if `counted` agrees with everything known about boards of this size.
[[nodiscard]] constexpr bool agrees_with_known(int size, const tally& counted) noexcept {
  const auto index = static_cast<std::size_t>(size);
  return counted.solutions == known_solutions[index] &&
         (index >= known_nodes.size() || counted.nodes == known_nodes[index]);
}

/// The sequential twin: plain recursion over all rows. `rows_left` is the number of rows without a
/// queen.
[[nodiscard]] tally search_sequential(const board& start, int rows_left);

/// A cutoff that makes the cost of tasks negligible and still leaves a task for every worker at all
/// times.
[[nodiscard]] constexpr int default_cutoff(int size) noexcept { return size / 2; }

}  // namespace apps::queens
