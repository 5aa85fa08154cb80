// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels over the three dense operations. A pair of tiles is eliminated in blocks of `inner` columns: within a
// block rows are exchanged whole, as in LAPACK; earlier blocks are not touched, so their exchanges and eliminations must be
// repeated block by block on every other column, in order.
//
// What an elimination leaves is kept ready to be multiplied with: with L the unit lower factor of a block's upper rows and A
// the lower rows, -inverse(L) and A inverse(L). Another column then needs products only, which are far faster than
// solving. L has elements of at most one, so its inverse is harmless.

#include "kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace apps::lu {
namespace {

constexpr std::size_t at(int row, int column, int ld) noexcept {
  return static_cast<std::size_t>(column) * static_cast<std::size_t>(ld) + static_cast<std::size_t>(row);
}

std::vector<double> room(int rows, int columns) {
  return std::vector<double>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
}

// Repeats block [s, s + width) of the elimination of a pair on `columns` columns of both tile rows. The exchanged upper rows
// go to `upper` (inner rows), so that both results are products with it.
void apply_block(blas const& ops, tile_shape const& shape, eliminated const& pair, int rows, int s, int width, int columns,
                 double* top, double* bottom, int ld, double* upper) {
  std::int32_t const* const pivots = pair.pivots + s;
  for (int c = 0; c < columns; ++c) {
    double* const above = top + at(s, c, ld);
    double* const below = bottom + at(0, c, ld);
    double* const to = upper + at(0, c, shape.inner);
    for (int j = 0; j < width; ++j) {
      double const value = above[j];
      above[j] = 0;
      to[j] = pivots[j] < 0 ? value : std::exchange(below[pivots[j]], value);
    }
  }
  ops.subtract_product(width, columns, width, pair.inverse + at(0, s, shape.inner), shape.inner, upper, shape.inner, top + s,
                       ld);
  ops.subtract_product(rows, columns, width, pair.values + at(0, s, shape.tile), shape.tile, upper, shape.inner, bottom, ld);
}

// Factorises columns [s, s + width) of the pair. They are copied together so that one ordinary factorisation does it: below
// its diagonal the upper triangle holds zeros, which are never chosen as pivots before anything else.
void factorise_block(blas const& ops, tile_shape const& shape, int rows, int s, int width, double* diagonal,
                     elimination const& pair, std::vector<double>& stack) {
  int const ld = shape.tile;
  int const height = width + rows;
  double* const top = diagonal + at(s, s, ld);
  double* const bottom = pair.values + at(0, s, ld);
  double* const inverse = pair.inverse + at(0, s, shape.inner);
  std::int32_t* const pivots = pair.pivots + s;

  for (int j = 0; j < width; ++j) {
    double* const column = stack.data() + at(0, j, height);
    std::copy_n(top + at(0, j, ld), j + 1, column);
    std::fill(column + j + 1, column + width, 0.0);
    std::copy_n(bottom + at(0, j, ld), rows, column + width);
  }
  ops.factorise(height, width, stack.data(), height, pivots);
  for (int j = 0; j < width; ++j) {
    double const* const column = stack.data() + at(0, j, height);
    std::copy_n(column, j + 1, top + at(0, j, ld));
    std::fill_n(bottom + at(0, j, ld), rows, 0.0);
    std::fill_n(inverse + at(0, j, shape.inner), width, 0.0);
    inverse[at(j, j, shape.inner)] = -1;
    // Only a column of zeros leaves the choice to another row of the upper triangle, and then nothing needs exchanging.
    pivots[j] = pivots[j] < width ? -1 : pivots[j] - width;
  }
  ops.solve_lower(width, width, stack.data(), height, inverse, shape.inner);
  ops.subtract_product(rows, width, width, stack.data() + width, height, inverse, shape.inner, bottom, ld);
}

}  // namespace

void apply_diagonal(blas const& ops, tile_shape const& shape, int rows, int columns, double const* diagonal,
                    std::int32_t const* pivots, double* top, int ld) {
  for (int c = 0; c < columns; ++c) {
    double* const column = top + at(0, c, ld);
    for (int j = 0; j < rows; ++j) std::swap(column[j], column[pivots[j]]);
  }
  ops.solve_lower(rows, columns, diagonal, shape.tile, top, ld);
}

void apply_pair(blas const& ops, tile_shape const& shape, int width, int rows, int columns, eliminated const& pair, double* top,
                double* bottom, int ld) {
  std::vector<double> upper = room(shape.inner, columns);
  for (int s = 0; s < width; s += shape.inner)
    apply_block(ops, shape, pair, rows, s, std::min(shape.inner, width - s), columns, top, bottom, ld, upper.data());
}

void eliminate_pair(blas const& ops, tile_shape const& shape, int width, int rows, double* diagonal, elimination const& pair) {
  int const ld = shape.tile;
  std::vector<double> stack = room(shape.inner, shape.inner + rows);
  std::vector<double> upper = room(shape.inner, width);
  for (int s = 0; s < width; s += shape.inner) {
    int const block = std::min(shape.inner, width - s);
    factorise_block(ops, shape, rows, s, block, diagonal, pair, stack);
    if (int const rest = width - s - block; rest > 0)
      apply_block(ops, shape, {pair.values, pair.inverse, pair.pivots}, rows, s, block, rest, diagonal + at(0, s + block, ld),
                  pair.values + at(0, s + block, ld), ld, upper.data());
  }
}

void dgetrf(blas const& ops, tiled_matrix& a, int k) {
  ops.factorise(a.extent(k), a.extent(k), a.values(k, k), a.tile(), a.pivots(k, k));
}

void dgessm(blas const& ops, tiled_matrix& a, int k, int n) {
  apply_diagonal(ops, a.shape(), a.extent(k), a.extent(n), a.values(k, k), a.pivots(k, k), a.values(k, n), a.tile());
}

void dtstrf(blas const& ops, tiled_matrix& a, int m, int k) {
  eliminate_pair(ops, a.shape(), a.extent(k), a.extent(m), a.values(k, k), {a.values(m, k), a.inverse(m, k), a.pivots(m, k)});
}

void dssssm(blas const& ops, tiled_matrix& a, int m, int n, int k) {
  apply_pair(ops, a.shape(), a.extent(k), a.extent(m), a.extent(n), {a.values(m, k), a.inverse(m, k), a.pivots(m, k)},
             a.values(k, n), a.values(m, n), a.tile());
}

}  // namespace apps::lu
