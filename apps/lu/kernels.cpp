// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels over the three dense operations. A pair of tiles is eliminated in blocks of `inner()` columns: within a
// block rows are exchanged whole, as in LAPACK; earlier blocks are not touched, so their exchanges and eliminations must be
// repeated block by block on every other column, in order.

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

// Exchanges row `row` of one matrix with row `other` of another, both with `columns` columns.
void exchange_rows(int columns, double* a, int row, double* b, int other, int ld) {
  for (int j = 0; j < columns; ++j) std::swap(a[at(row, j, ld)], b[at(other, j, ld)]);
}

// Repeats block [s, s + width) of the elimination of pair (k, m) on `columns` columns of both tile rows.
void apply_block(blas const& ops, tiled_matrix const& a, int m, int k, int s, int width, int columns, double* top,
                 double* bottom, int ld) {
  std::int32_t const* const pivots = a.pivots(m, k);
  for (int j = s; j < s + width; ++j)
    if (pivots[j] >= 0) exchange_rows(columns, top, j, bottom, pivots[j], ld);
  ops.solve_lower(width, columns, a.lower(m, k) + at(0, s, a.inner()), a.inner(), top + s, ld);
  ops.subtract_product(a.extent(m), columns, width, a.values(m, k) + at(0, s, a.tile()), a.tile(), top + s, ld, bottom,
                       ld);
}

// Factorises columns [s, s + width) of the pair. They are copied together so that one ordinary factorisation does it: below
// its diagonal the upper triangle holds zeros, which are never chosen as pivots before anything else.
void factorise_block(blas const& ops, tiled_matrix& a, int m, int k, int s, int width, std::vector<double>& stack) {
  int const ld = a.tile();
  int const rows = a.extent(m);
  int const height = width + rows;
  double* const top = a.values(k, k) + at(s, s, ld);
  double* const bottom = a.values(m, k) + at(0, s, ld);
  double* const lower = a.lower(m, k) + at(0, s, a.inner());
  std::int32_t* const pivots = a.pivots(m, k) + s;

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
    std::copy(column + j + 1, column + width, lower + at(j + 1, j, a.inner()));
    std::copy_n(column + width, rows, bottom + at(0, j, ld));
    // Only a column of zeros leaves the choice to another row of the upper triangle, and then nothing needs exchanging.
    pivots[j] = pivots[j] < width ? -1 : pivots[j] - width;
  }
}

}  // namespace

void apply_diagonal(blas const& ops, tiled_matrix const& a, int k, int columns, double* top, int ld) {
  std::int32_t const* const pivots = a.pivots(k, k);
  int const rows = a.extent(k);
  for (int j = 0; j < rows; ++j)
    if (pivots[j] != j) exchange_rows(columns, top, j, top, pivots[j], ld);
  ops.solve_lower(rows, columns, a.values(k, k), a.tile(), top, ld);
}

void apply_pair(blas const& ops, tiled_matrix const& a, int m, int k, int columns, double* top, double* bottom,
                int ld) {
  int const width = a.extent(k);
  for (int s = 0; s < width; s += a.inner())
    apply_block(ops, a, m, k, s, std::min(a.inner(), width - s), columns, top, bottom, ld);
}

void dgetrf(blas const& ops, tiled_matrix& a, int k) {
  ops.factorise(a.extent(k), a.extent(k), a.values(k, k), a.tile(), a.pivots(k, k));
}

void dgessm(blas const& ops, tiled_matrix& a, int k, int n) {
  apply_diagonal(ops, a, k, a.extent(n), a.values(k, n), a.tile());
}

void dtstrf(blas const& ops, tiled_matrix& a, int m, int k) {
  int const ld = a.tile();
  int const width = a.extent(k);
  std::vector<double> stack(static_cast<std::size_t>(a.inner()) * static_cast<std::size_t>(a.inner() + a.extent(m)));
  for (int s = 0; s < width; s += a.inner()) {
    int const block = std::min(a.inner(), width - s);
    factorise_block(ops, a, m, k, s, block, stack);
    if (int const rest = width - s - block; rest > 0)
      apply_block(ops, a, m, k, s, block, rest, a.values(k, k) + at(0, s + block, ld),
                  a.values(m, k) + at(0, s + block, ld), ld);
  }
}

void dssssm(blas const& ops, tiled_matrix& a, int m, int n, int k) {
  apply_pair(ops, a, m, k, a.extent(n), a.values(k, n), a.values(m, n), a.tile());
}

}  // namespace apps::lu
