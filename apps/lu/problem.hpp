// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LU factorisation by block columns: the two programs that factorise, and the checks of their
// results.

#pragma once

#include <cstdint>
#include <vector>

#include "blas.hpp"
#include "matrix.hpp"

namespace apps::lu {

/// The amount of work, in block columns.
struct job_counts {
  std::uint64_t panels = 0;     ///< factorised
  std::uint64_t updates = 0;    ///< updated, once for each panel left of it; a job may update several
  std::uint64_t exchanges = 0;  ///< block columns that got the exchanges of those right of them

  friend bool operator==(job_counts const&, job_counts const&) = default;
  [[nodiscard]] std::uint64_t all() const noexcept { return panels + updates + exchanges; }
};

/// The jobs that a matrix of this many block columns needs.
[[nodiscard]] job_counts expected_jobs(int tiles) noexcept;

/// Floating-point operations of an LU factorisation of order n.
[[nodiscard]] double operations(int n) noexcept;

/// The sequential twin: the kernels in the order of the loops.
job_counts factorise_sequential(blas const& ops, factors& a);

/// The same over all places and workers, as a graph of tasks. Generates the input where it is
/// factorised and gathers the factors in `a`; `seconds` includes neither. Call inside a task.
struct parallel_result {
  job_counts jobs;
  double seconds = 0;
};
parallel_result factorise_parallel(blas const& ops, factors& a, std::uint64_t seed);

/// The kernels' own factorisation of the whole matrix: the median time of up to three runs, and the
/// pivots.
struct library_result {
  double seconds = 0;
  std::vector<std::int32_t> pivots;
};
[[nodiscard]] library_result factorise_whole(blas const& ops, int n, std::uint64_t seed);

/// Solves A x = b for b = A * ones with the factors and returns the scaled residual
/// max|b - A x| / ((max row sum of |A| * max|x| + max|b|) * n * epsilon), which is below 60 for a
/// correct factorisation.
[[nodiscard]] double scaled_residual(factors const& lu_factors, std::uint64_t seed);
inline constexpr double residual_limit = 60;

/// The largest difference of two factorisations, relative to the largest magnitude in the first.
[[nodiscard]] double distance(factors const& first, factors const& second) noexcept;

/// The determinant as its sign and the logarithm of its magnitude; it does not depend on the
/// pivoting.
struct determinant {
  int sign;
  double log_magnitude;
};
[[nodiscard]] determinant determinant_of(factors const& lu_factors) noexcept;

/// The published determinant of the input of order `n` and seed 1, or nullptr where none is known.
[[nodiscard]] determinant const* known_determinant(int n, std::uint64_t seed) noexcept;

}  // namespace apps::lu
