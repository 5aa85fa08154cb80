// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential twin, and its tolerance.

#include <cmath>

#include "problem.hpp"

namespace apps::pi {

// Rounding errors of a long sum behave like a random walk; the tolerance is four standard
// deviations.
double tolerance(std::int64_t n) noexcept {
  auto const strips = static_cast<double>(n);
  return 1e-12 + 4 * 4.5e-16 * std::sqrt(strips) + 0.03 / std::pow(strips, 6);
}

double integrate_sequential(std::int64_t n) {
  double const width = 1.0 / static_cast<double>(n);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += height(i, width);
  return sum * width;
}

}  // namespace apps::pi
