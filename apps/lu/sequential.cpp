// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential twin: two loops around the kernels. And the reference for the factorisation by
// block columns: one call of the kernels' own for the whole matrix.

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "kernels.hpp"
#include "problem.hpp"

namespace apps::lu {

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

library_result factorise_whole(blas const& ops, int n, std::uint64_t seed) {
  constexpr std::size_t max_runs = 3;
  constexpr double time_budget = 5;  // seconds
  factors a(matrix_shape(n, n));
  std::vector<double> times;
  for (double sum = 0; times.size() < max_runs && sum < time_budget; sum += times.back()) {
    generate_columns(a.shape, seed, 0, n, a.column(0));
    auto const start = std::chrono::steady_clock::now();
    ops.factorise(n, n, a.column(0), a.shape.lead, a.pivots.data());
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], std::move(a.pivots)};
}

}  // namespace apps::lu
