// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tiled LU factorisation: the two programs that factorise, and the checks of what they leave behind.

#pragma once

#include <cstdint>

#include "blas.hpp"
#include "matrix.hpp"

namespace apps::lu {

/// How often each kernel runs.
struct job_counts {
  std::uint64_t dgetrf = 0;
  std::uint64_t dgessm = 0;
  std::uint64_t dtstrf = 0;
  std::uint64_t dssssm = 0;

  friend bool operator==(job_counts const&, job_counts const&) = default;
  [[nodiscard]] std::uint64_t all() const noexcept { return dgetrf + dgessm + dtstrf + dssssm; }
};

/// What a matrix of this many rows of tiles needs: per step one dgetrf, r dgessm, r dtstrf and r^2 dssssm with r rows left.
[[nodiscard]] job_counts expected_jobs(int tiles) noexcept;

/// Floating-point operations of an ordinary LU factorisation of order n.
[[nodiscard]] double operations(int n) noexcept;

/// The sequential twin: the kernels in the order of the loops.
job_counts factorise_sequential(blas const& ops, tiled_matrix& a);

/// Every kernel call is an asynchronous job that starts when the futures of the tiles it touches are ready. Call inside a task.
job_counts factorise_parallel(blas const& ops, tiled_matrix& a);

/// The same over all places. Generates the input where its tiles are, and brings the factors together in `a`, neither of which is
/// in `seconds`. Call inside a task.
struct distributed_result {
  job_counts jobs;
  double seconds = 0;
};
distributed_result factorise_distributed(blas const& ops, tiled_matrix& a, std::uint64_t seed);

/// How long the kernels' own factorisation of the whole matrix takes: the median of up to three runs.
[[nodiscard]] double library_seconds(blas const& ops, int n, std::uint64_t seed);

/// Solves A x = b for b = A * ones with the factors and returns the scaled residual
/// max|b - A x| / ((max row sum of |A| * max|x| + max|b|) * n * epsilon), which is below 60 for a correct factorisation.
[[nodiscard]] double scaled_residual(blas const& ops, tiled_matrix const& factors, std::uint64_t seed);
inline constexpr double residual_limit = 60;

/// The determinant as its sign and the logarithm of its magnitude; it does not depend on the pivoting.
struct determinant {
  int sign;
  double log_magnitude;
};
[[nodiscard]] determinant determinant_of(tiled_matrix const& factors) noexcept;

/// The published determinant of the input of order `n` and seed 1, or nullptr where none is known.
[[nodiscard]] determinant const* known_determinant(int n, std::uint64_t seed) noexcept;

}  // namespace apps::lu
