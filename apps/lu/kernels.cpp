// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace apps::lu {
namespace {

// Column by column, so that a column stays in a near cache. The limit is the arrival of the cache
// lines, so the loop prefetches those of a later column.
void exchange_rows(matrix_shape const& shape, double* columns, int count, std::span<std::int32_t const> pivots,
                   int from, int to) noexcept {
  constexpr int prefetch_distance = 2;
  for (int c = 0; c < count; ++c) {
    double* const column = columns + shape.elements(c);
    double const* const prefetched_column = columns + shape.elements(std::min(c + prefetch_distance, count - 1));
    for (int i = from; i < to; ++i) {
      std::int32_t const row = pivots[static_cast<std::size_t>(i)];
      __builtin_prefetch(prefetched_column + row, 1);
      std::swap(column[i], column[row]);
    }
  }
}

}  // namespace

void factorise_panel(blas const& ops, matrix_shape const& shape, int k, double* columns,
                     std::span<std::int32_t> pivots) {
  int const top = shape.first(k);
  int const width = shape.width(k);
  std::int32_t* const panel_pivots = pivots.data() + top;
  ops.factorise(shape.order - top, width, columns + top, shape.lead, panel_pivots);
  for (int i = 0; i < width; ++i) panel_pivots[i] += top;
}

void update_columns(blas const& ops, matrix_shape const& shape, int k, panel const& source,
                    std::span<std::int32_t const> pivots, double* columns, int count) {
  int const top = shape.first(k);
  int const width = shape.width(k);
  int const next_row = top + width;
  exchange_rows(shape, columns, count, pivots, top, next_row);
  ops.solve_lower(width, count, source.values, source.lead, columns + top, shape.lead);
  ops.subtract_product(shape.order - next_row, count, width, source.values + width, source.lead, columns + top,
                       shape.lead, columns + next_row, shape.lead);
}

void exchange_later(matrix_shape const& shape, int k, std::span<std::int32_t const> pivots, double* columns) noexcept {
  int const width = shape.width(k);
  exchange_rows(shape, columns, width, pivots, shape.first(k) + width, shape.order);
}

}  // namespace apps::lu
