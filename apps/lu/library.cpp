// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The reference for the factorisation by block columns: one call for the whole matrix.

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "problem.hpp"

namespace apps::lu {

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
