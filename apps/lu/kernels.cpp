// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace apps::lu {
namespace {

// Column by column, which stay in a near cache. What limits this is how fast the cache lines come,
// so those of a later column are asked for meanwhile.
void exchange_rows(matrix_shape const& shape, double* columns, int count, std::span<std::int32_t const> pivots,
                   int from, int to) noexcept {
  constexpr int ahead = 2;
  for (int c = 0; c < count; ++c) {
    double* const column = columns + shape.elements(c);
    double const* const later = columns + shape.elements(std::min(c + ahead, count - 1));
    for (int i = from; i < to; ++i) {
      std::int32_t const row = pivots[static_cast<std::size_t>(i)];
      __builtin_prefetch(later + row, 1);
      std::swap(column[i], column[row]);
    }
  }
}

}  // namespace

void factorise_panel(blas const& ops, matrix_shape const& shape, int k, double* columns,
                     std::span<std::int32_t> pivots) {
  int const top = shape.first(k);
  int const width = shape.width(k);
  std::int32_t* const found = pivots.data() + top;
  ops.factorise(shape.order - top, width, columns + top, shape.lead, found);
  for (int i = 0; i < width; ++i) found[i] += top;
}

void update_columns(blas const& ops, matrix_shape const& shape, int k, panel const& from,
                    std::span<std::int32_t const> pivots, double* columns, int count) {
  int const top = shape.first(k);
  int const width = shape.width(k);
  int const below = top + width;
  exchange_rows(shape, columns, count, pivots, top, below);
  ops.solve_lower(width, count, from.values, from.lead, columns + top, shape.lead);
  ops.subtract_product(shape.order - below, count, width, from.values + width, from.lead, columns + top, shape.lead,
                       columns + below, shape.lead);
}

void exchange_later(matrix_shape const& shape, int k, std::span<std::int32_t const> pivots, double* columns) noexcept {
  int const width = shape.width(k);
  exchange_rows(shape, columns, width, pivots, shape.first(k) + width, shape.order);
}

}  // namespace apps::lu
