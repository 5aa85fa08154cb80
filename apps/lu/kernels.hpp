// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three steps of LU with partial pivoting by block columns. The columns may be in any memory.
// Pivots are row numbers of the whole matrix.

#pragma once

#include <cstdint>
#include <span>

#include "blas.hpp"
#include "problem.hpp"

namespace apps::lu {

/// A factorised block column k from row first(k) on: L below its diagonal.
struct panel {
  double const* values;
  int lead;
};

/// Factorises block column k after all its updates. `columns` are its columns, from row 0 on.
void factorise_panel(blas const& ops, matrix_shape const& shape, int k, double* columns,
                     std::span<std::int32_t> pivots);

/// Applies block column k to `count` columns right of it, given from row 0 on: its exchanges, its
/// unit lower triangle, and one product for all rows below.
void update_columns(blas const& ops, matrix_shape const& shape, int k, panel const& source,
                    std::span<std::int32_t const> pivots, double* columns, int count);

/// Applies the exchanges of all later block columns to block column k.
void exchange_later(matrix_shape const& shape, int k, std::span<std::int32_t const> pivots, double* columns) noexcept;

}  // namespace apps::lu
