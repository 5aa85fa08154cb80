// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the factorisation in tiles is compared with: one call for the whole matrix.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include "problem.hpp"

namespace apps::lu {

double library_seconds(blas const& ops, int n, std::uint64_t seed) {
  constexpr std::size_t most_runs = 3;
  constexpr double long_enough = 5;  // seconds
  auto const size = static_cast<std::size_t>(n);
  std::vector<double> a(size * size);
  std::vector<std::int32_t> pivots(size);
  std::vector<double> times;
  for (double sum = 0; times.size() < most_runs && sum < long_enough; sum += times.back()) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(j) * size + static_cast<std::size_t>(i)] = input_element(seed, n, i, j);
    auto const start = std::chrono::steady_clock::now();
    ops.factorise(n, n, a.data(), n, pivots.data());
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace apps::lu
