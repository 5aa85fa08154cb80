// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential search: the twin of the parallel one, and the code its tasks run below the cutoff.
#include "problem.hpp"

namespace apps::queens {
namespace {

// The counts are a return value, not an argument: both stay in registers. The last row has one free
// column at most.
tally below(std::uint32_t all, std::uint32_t columns, std::uint32_t left, std::uint32_t right, int rows_left) {
  std::uint32_t squares = all & ~(columns | left | right);
  if (rows_left == 1) {
    const std::uint64_t found = squares != 0;
    return {found, found};
  }
  tally sum;
  while (squares != 0) {
    const std::uint32_t square = squares & (~squares + 1);
    squares ^= square;
    const tally part = below(all, columns | square, (left | square) << 1, (right | square) >> 1, rows_left - 1);
    sum.solutions += part.solutions;
    sum.nodes += part.nodes + 1;
  }
  return sum;
}

}  // namespace

tally search_sequential(const board& from, int rows_left) {
  if (rows_left == 0) return {1, 1};
  tally sum = below(from.all, from.columns, from.left, from.right, rows_left);
  sum.nodes += 1;  // this board itself
  return sum;
}

}  // namespace apps::queens
