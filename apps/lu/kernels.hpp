// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The four kernels of tiled LU with incremental pivoting (Buttari, Langou, Kurzak, Dongarra, Parallel Computing 35, 2009),
// under the names PLASMA gave them: on whole tiles of one matrix, and what they are made of, on tiles anywhere.

#pragma once

#include "blas.hpp"
#include "matrix.hpp"

namespace apps::lu {

/// What the elimination of a pair of tiles leaves in place of the lower one (matrix.hpp).
struct eliminated {
  double const* values;
  double const* inverse;
  std::int32_t const* pivots;
};
/// The same, to be written.
struct elimination {
  double* values;
  double* inverse;
  std::int32_t* pivots;
};

/// Applies the exchanges and the lower factor of a factorised tile of `rows` rows to `columns` columns. Reads only what is
/// below the diagonal.
void apply_diagonal(blas const& ops, tile_shape const& shape, int rows, int columns, double const* diagonal,
                    std::int32_t const* pivots, double* top, int ld);

/// Factorises the upper triangle of a diagonal tile of `width` columns stacked on another tile of `rows` rows.
void eliminate_pair(blas const& ops, tile_shape const& shape, int width, int rows, double* diagonal, elimination const& pair);

/// Applies what `eliminate_pair` did to other columns: `top` has the rows of the diagonal tile, `bottom` those of the other.
void apply_pair(blas const& ops, tile_shape const& shape, int width, int rows, int columns, eliminated const& pair, double* top,
                double* bottom, int ld);

/// Factorises tile (k, k).
void dgetrf(blas const& ops, tiled_matrix& a, int k);

/// Applies the exchanges and the lower factor of tile (k, k) to tile (k, n). Reads only below the diagonal of (k, k), so it
/// may run while `dtstrf` changes what is on and above it.
void dgessm(blas const& ops, tiled_matrix& a, int k, int n);

/// Factorises the upper triangle of tile (k, k) stacked on tile (m, k).
void dtstrf(blas const& ops, tiled_matrix& a, int m, int k);

/// Applies what `dtstrf` did to column k of the pair (k, m) to column n of the same pair.
void dssssm(blas const& ops, tiled_matrix& a, int m, int n, int k);

}  // namespace apps::lu
