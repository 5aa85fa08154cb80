// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The four kernels of tiled LU with incremental pivoting (Buttari, Langou, Kurzak, Dongarra, A
// class of parallel tiled linear algebra algorithms, 2009), under their names in PLASMA.

#pragma once

#include "blas.hpp"
#include "tiles.hpp"

namespace apps::lu {

/// Columns of a pair of tiles that dtstrf factorises together. A wider block makes products faster,
/// a narrower one needs fewer operations: dssssm does `inner_width / tile` more than necessary.
inline constexpr int inner_width = 32;

/// Factorises the square tile: U is on and above its diagonal.
[[nodiscard]] transformation dgetrf(blas const& ops, tile& diagonal);

/// Repeats a dgetrf on another tile of its row.
void dgessm(blas const& ops, transformation const& step, tile& upper);

/// Factorises the upper triangle of `diagonal` stacked on `lower`. The new U is on and above the
/// diagonal of `diagonal`; nothing below it is read or written.
[[nodiscard]] transformation dtstrf(blas const& ops, tile& diagonal, tile lower);

/// Repeats a dtstrf on another column: `upper` is in the row of its diagonal tile, `lower` in that
/// of its lower tile.
void dssssm(blas const& ops, transformation const& step, tile& upper, tile& lower);

}  // namespace apps::lu
