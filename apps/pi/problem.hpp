// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pi as the integral of 4 / (1 + x^2) over [0, 1], by the midpoint rule.

#pragma once

#include <cstdint>
#include <numbers>

namespace apps {
struct common_options;
}

namespace apps::pi {

inline constexpr std::int64_t largest_count = 100'000'000'000;

/// The strips that a task computes itself: some 15 microseconds of work.
inline constexpr std::int64_t strips_per_task = 16384;

/// The integrand at the middle of strip `i` of strips of this width.
[[nodiscard]] constexpr double height(std::int64_t i, double width) noexcept {
  double const x = (static_cast<double>(i) + 0.5) * width;
  return 4.0 / (1.0 + x * x);
}

/// The exact value of the rule for n strips: pi + 1 / (12 n^2), except for terms of order n^-6.
[[nodiscard]] constexpr double expected(std::int64_t n) noexcept {
  auto const strips = static_cast<double>(n);
  return std::numbers::pi + 1.0 / (12.0 * strips * strips);
}

/// The allowed difference from `expected`: the omitted terms, and the rounding of n additions in
/// any order.
[[nodiscard]] double tolerance(std::int64_t n) noexcept;

/// The sequential twin: one loop.
[[nodiscard]] double integrate_sequential(std::int64_t n);

/// The loop, halved until tasks have at most `strips_per_task` strips, at any place. Call inside a
/// task.
[[nodiscard]] double integrate_parallel(std::int64_t n, common_options const& options);

}  // namespace apps::pi
