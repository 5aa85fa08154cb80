// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The four kernels of tiled LU with incremental pivoting (Buttari, Langou, Kurzak, Dongarra, Parallel Computing 35, 2009),
// under the names PLASMA gave them. Each works on whole tiles of one matrix.

#pragma once

#include "blas.hpp"
#include "matrix.hpp"

namespace apps::lu {

/// Factorises tile (k, k).
void dgetrf(blas const& ops, tiled_matrix& a, int k);

/// Applies the exchanges and the lower factor of tile (k, k) to tile (k, n). Reads only below the diagonal of (k, k), so it
/// may run while `dtstrf` changes what is on and above it.
void dgessm(blas const& ops, tiled_matrix& a, int k, int n);

/// Factorises the upper triangle of tile (k, k) stacked on tile (m, k).
void dtstrf(blas const& ops, tiled_matrix& a, int m, int k);

/// Applies what `dtstrf` did to column k of the pair (k, m) to column n of the same pair.
void dssssm(blas const& ops, tiled_matrix& a, int m, int n, int k);

/// `dgessm` and `dssssm` on a plain column: `top` has the rows of tile row k, `bottom` those of tile row m.
void apply_diagonal(blas const& ops, tiled_matrix const& a, int k, int columns, double* top, int ld);
void apply_pair(blas const& ops, tiled_matrix const& a, int m, int k, int columns, double* top, double* bottom, int ld);

}  // namespace apps::lu
