// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential twin: two loops around the kernels.

#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lu {

job_counts expected_jobs(int tiles) noexcept {
  auto const t = static_cast<std::uint64_t>(tiles);
  if (t == 0) return {};
  return {t, t * (t - 1) / 2, t - 1};
}

double operations(int n) noexcept {
  double const order = n;
  return order * (order - 1) * (4 * order + 1) / 6;
}

job_counts factorise_sequential(blas const& ops, factors& a) {
  job_counts counts;
  matrix_shape const& shape = a.shape;
  for (int k = 0; k < shape.tiles; ++k) {
    double* const columns = a.column(shape.first(k));
    factorise_panel(ops, shape, k, columns, a.pivots);
    ++counts.panels;
    panel const source{columns + shape.first(k), shape.lead};
    for (int j = k + 1; j < shape.tiles; ++j) {
      update_columns(ops, shape, k, source, a.pivots, a.column(shape.first(j)), shape.width(j));
      ++counts.updates;
    }
  }
  for (int k = 0; k + 1 < shape.tiles; ++k) {
    exchange_later(shape, k, a.pivots, a.column(shape.first(k)));
    ++counts.exchanges;
  }
  return counts;
}

}  // namespace apps::lu
