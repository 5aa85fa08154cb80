// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels, made of the three dense operations. dtstrf eliminates a pair of tiles in inner
// blocks. Within a block it exchanges whole rows, as LAPACK does. It does not exchange the rows of
// earlier blocks: so their exchanges and eliminations must be repeated block by block, in order.

#include "tile_kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace apps::lu {
namespace {

constexpr std::size_t offset(int row, int column, int lead) noexcept {
  return static_cast<std::size_t>(column) * static_cast<std::size_t>(lead) + static_cast<std::size_t>(row);
}

/// Some columns of the two tiles of a pair.
struct pair_columns {
  double* upper;
  int upper_lead;
  double* lower;  ///< lead: the rows of the lower tile
  int count;
};

/// Repeats the inner block [s, s + width) of a dtstrf.
void apply_block(blas const& ops, transformation const& step, int s, int width, pair_columns const& pair) {
  int const rows = step.multipliers.rows;
  std::int32_t const* const pivots = step.pivots.data() + s;
  for (int c = 0; c < pair.count; ++c) {
    double* const above = pair.upper + offset(s, c, pair.upper_lead);
    double* const below = pair.lower + offset(0, c, rows);
    for (int j = 0; j < width; ++j)
      if (pivots[j] >= 0) std::swap(above[j], below[pivots[j]]);
  }
  ops.solve_lower(width, pair.count, step.triangles.data() + offset(0, s, inner_width), inner_width, pair.upper + s,
                  pair.upper_lead);
  ops.subtract_product(rows, pair.count, width, step.multipliers.at(0, s), rows, pair.upper + s, pair.upper_lead,
                       pair.lower, rows);
}

/// Factorises columns [s, s + width) of a pair, whose lower tile is in step.multipliers. They are
/// copied into `stack`, one below the other, for an ordinary factorisation. A column of the upper
/// triangle is zero below its diagonal, so a pivot is on the diagonal or in the lower tile.
void factorise_block(blas const& ops, tile& diagonal, transformation& step, int s, int width, double* stack) {
  int const rows = step.multipliers.rows;
  int const height = width + rows;
  for (int j = 0; j < width; ++j) {
    double* const column = stack + offset(0, j, height);
    std::copy_n(diagonal.at(s, s + j), j + 1, column);
    std::fill(column + j + 1, column + width, 0.0);
    std::copy_n(step.multipliers.at(0, s + j), rows, column + width);
  }
  std::int32_t* const pivots = step.pivots.data() + s;
  ops.factorise(height, width, stack, height, pivots);
  for (int j = 0; j < width; ++j) {
    double const* const column = stack + offset(0, j, height);
    std::copy_n(column, j + 1, diagonal.at(s, s + j));
    std::copy(column + j + 1, column + width, step.triangles.data() + offset(j + 1, s + j, inner_width));
    std::copy_n(column + width, rows, step.multipliers.at(0, s + j));
    pivots[j] = pivots[j] < width ? -1 : pivots[j] - width;
  }
}

}  // namespace

transformation dgetrf(blas const& ops, tile& diagonal) {
  transformation step;
  step.pivots.resize(static_cast<std::size_t>(diagonal.rows));
  ops.factorise(diagonal.rows, diagonal.columns, diagonal.at(0, 0), diagonal.rows, step.pivots.data());
  step.multipliers = diagonal;  // a copy: the dtstrf of the tiles below change U
  return step;
}

void dgessm(blas const& ops, transformation const& step, tile& upper) {
  for (int c = 0; c < upper.columns; ++c) {
    double* const column = upper.at(0, c);
    for (int j = 0; j < upper.rows; ++j) std::swap(column[j], column[step.pivots[static_cast<std::size_t>(j)]]);
  }
  ops.solve_lower(upper.rows, upper.columns, step.multipliers.at(0, 0), step.multipliers.rows, upper.at(0, 0),
                  upper.rows);
}

transformation dtstrf(blas const& ops, tile& diagonal, tile lower) {
  int const order = diagonal.columns;
  int const rows = lower.rows;
  transformation step{std::move(lower), std::vector<double>(offset(0, order, inner_width)),
                      std::vector<std::int32_t>(static_cast<std::size_t>(order))};
  std::vector<double> stack(offset(0, inner_width, inner_width + rows));
  for (int s = 0; s < order; s += inner_width) {
    int const width = std::min(inner_width, order - s);
    factorise_block(ops, diagonal, step, s, width, stack.data());
    int const next = s + width;
    if (next < order)
      apply_block(ops, step, s, width,
                  {diagonal.at(0, next), diagonal.rows, step.multipliers.at(0, next), order - next});
  }
  return step;
}

void dssssm(blas const& ops, transformation const& step, tile& upper, tile& lower) {
  int const order = step.multipliers.columns;
  for (int s = 0; s < order; s += inner_width)
    apply_block(ops, step, s, std::min(inner_width, order - s),
                {upper.at(0, 0), upper.rows, lower.at(0, 0), upper.columns});
}

}  // namespace apps::lu
