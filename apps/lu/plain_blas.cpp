// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The dense operations in plain C++, with just enough blocking that the innermost loops run from
// registers.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "blas.hpp"

namespace apps::lu {
namespace {

constexpr std::size_t at(int row, int column, int ld) noexcept {
  return static_cast<std::size_t>(column) * static_cast<std::size_t>(ld) + static_cast<std::size_t>(row);
}

// One block of Rows x Columns of c stays in registers while k runs.
template <int Rows, int Columns>
void subtract_block(int k, double const* a, int lda, double const* b, int ldb, double* c, int ldc) {
  double sum[Columns][Rows] = {};
  for (int p = 0; p < k; ++p) {
    double const* const column = a + at(0, p, lda);
    for (int j = 0; j < Columns; ++j) {
      double const factor = b[at(p, j, ldb)];
      for (int i = 0; i < Rows; ++i) sum[j][i] += column[i] * factor;
    }
  }
  for (int j = 0; j < Columns; ++j)
    for (int i = 0; i < Rows; ++i) c[at(i, j, ldc)] -= sum[j][i];
}

template <int Columns>
void subtract_columns(int m, int k, double const* a, int lda, double const* b, int ldb, double* c, int ldc) {
  constexpr int rows = 8;
  int i = 0;
  for (; i + rows <= m; i += rows) subtract_block<rows, Columns>(k, a + i, lda, b, ldb, c + i, ldc);
  for (; i < m; ++i) subtract_block<1, Columns>(k, a + i, lda, b, ldb, c + i, ldc);
}

void plain_subtract_product(int m, int n, int k, double const* a, int lda, double const* b, int ldb, double* c,
                            int ldc) {
  constexpr int columns = 4;
  constexpr int depth = 128;  // so that eight rows of a over this depth stay in the first-level cache
  for (int p = 0; p < k; p += depth) {
    int const part = std::min(depth, k - p);
    double const* const a_part = a + at(0, p, lda);
    double const* const b_part = b + p;
    int j = 0;
    for (; j + columns <= n; j += columns)
      subtract_columns<columns>(m, part, a_part, lda, b_part + at(0, j, ldb), ldb, c + at(0, j, ldc), ldc);
    for (; j < n; ++j) subtract_columns<1>(m, part, a_part, lda, b_part + at(0, j, ldb), ldb, c + at(0, j, ldc), ldc);
  }
}

void plain_solve_lower(int m, int n, double const* l, int ldl, double* b, int ldb) {
  constexpr int block = 32;
  for (int s = 0; s < m; s += block) {
    int const end = std::min(m, s + block);
    for (int j = 0; j < n; ++j) {
      double* const column = b + at(0, j, ldb);
      for (int p = s; p < end; ++p)
        for (int i = p + 1; i < end; ++i) column[i] -= l[at(i, p, ldl)] * column[p];
    }
    if (end < m) plain_subtract_product(m - end, n, end - s, l + at(end, s, ldl), ldl, b + s, ldb, b + end, ldb);
  }
}

// Columns [s, end) of all rows; the rows above s are done.
void factorise_panel(int m, int s, int end, double* a, int lda, std::int32_t* pivots) {
  for (int j = s; j < end; ++j) {
    double* const column = a + at(0, j, lda);
    int best = j;
    for (int i = j + 1; i < m; ++i)
      if (std::abs(column[i]) > std::abs(column[best])) best = i;
    pivots[j] = best;
    if (best != j)
      for (int p = s; p < end; ++p) std::swap(a[at(j, p, lda)], a[at(best, p, lda)]);
    if (column[j] == 0) continue;  // singular so far: the solve check detects it
    double const pivot = column[j];
    for (int i = j + 1; i < m; ++i) column[i] /= pivot;
    for (int p = j + 1; p < end; ++p) {
      double* const target_column = a + at(0, p, lda);
      double const factor = target_column[j];
      for (int i = j + 1; i < m; ++i) target_column[i] -= column[i] * factor;
    }
  }
}

void plain_factorise(int m, int n, double* a, int lda, std::int32_t* pivots) {
  constexpr int block = 16;
  for (int s = 0; s < n; s += block) {
    int const end = std::min(n, s + block);
    factorise_panel(m, s, end, a, lda, pivots);
    for (int j = s; j < end; ++j) {
      if (pivots[j] == j) continue;
      for (int p = 0; p < n; ++p)
        if (p < s || p >= end) std::swap(a[at(j, p, lda)], a[at(pivots[j], p, lda)]);
    }
    if (end == n) break;
    plain_solve_lower(end - s, n - end, a + at(s, s, lda), lda, a + at(s, end, lda), lda);
    plain_subtract_product(m - end, n - end, end - s, a + at(end, s, lda), lda, a + at(s, end, lda), lda,
                           a + at(end, end, lda), lda);
  }
}

int one_thread(int) { return 1; }

}  // namespace

blas const& plain_blas() noexcept {
  static constexpr blas operations{plain_factorise, plain_solve_lower, plain_subtract_product, one_thread, "plain"};
  return operations;
}

}  // namespace apps::lu
