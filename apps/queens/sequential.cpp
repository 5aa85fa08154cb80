// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential search: the twin of the parallel search, and the code that its tasks run below the
// cutoff.
#include "problem.hpp"

namespace apps::queens {
namespace {

// The counts are a return value, not an argument, so that both stay in registers. The last row has
// at most one free column.
tally count_below(std::uint32_t full_row, std::uint32_t columns, std::uint32_t left, std::uint32_t right,
                  int rows_left) {
  std::uint32_t squares = full_row & ~(columns | left | right);
  if (rows_left == 1) {
    const std::uint64_t solutions = squares != 0;
    return {solutions, solutions};
  }
  tally sum;
  while (squares != 0) {
    const std::uint32_t square = squares & (~squares + 1);
    squares ^= square;
    const tally part =
        count_below(full_row, columns | square, (left | square) << 1, (right | square) >> 1, rows_left - 1);
    sum.solutions += part.solutions;
    sum.nodes += part.nodes + 1;
  }
  return sum;
}

}  // namespace

tally search_sequential(const board& start, int rows_left) {
  if (rows_left == 0) return {1, 1};
  tally sum = count_below(start.full_row, start.columns, start.left, start.right, rows_left);
  sum.nodes += 1;  // this board itself
  return sum;
}

}  // namespace apps::queens
