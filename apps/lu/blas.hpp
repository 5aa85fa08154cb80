// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three dense operations that everything else in this folder uses, from two sources.

#pragma once

#include <cstdint>
#include <string_view>

namespace apps::lu {

/// Column-major operations on doubles; `ld…` is the distance between two columns.
struct blas {
  /// Factorises the m x n matrix a, m >= n, with partial pivoting: row j was exchanged with row
  /// pivots[j] >= j (0-based).
  void (*factorise)(int m, int n, double* a, int lda, std::int32_t* pivots);

  /// b := inverse(l) b, l being the strictly lower part of an m x m matrix with ones on its
  /// diagonal; b is m x n.
  void (*solve_lower)(int m, int n, double const* l, int ldl, double* b, int ldb);

  /// c := c - a b, with a being m x k, b k x n, c m x n.
  void (*subtract_product)(int m, int n, int k, double const* a, int lda, double const* b, int ldb, double* c, int ldc);

  /// From now on `factorise` may start this many threads; returns the number that it will use.
  /// Begin and end with one.
  int (*use_threads)(int count);

  std::string_view name;
};

/// Written here, in plain C++.
[[nodiscard]] blas const& plain_blas() noexcept;

/// From a BLAS and LAPACK library, which is told to start no threads; nullptr if this program was
/// built without a library.
[[nodiscard]] blas const* lapack_blas() noexcept;

/// Which operations all places use.
enum class blas_source : std::uint32_t { plain, lapack, other };
[[nodiscard]] blas_source source_of(blas const& ops) noexcept;
/// The operations of that source in this process; plain ones if it has no library.
[[nodiscard]] blas const& blas_from(blas_source source) noexcept;
/// From now on these are the other ones. Every process calls this before its workers exist.
void set_other_blas(blas const& ops) noexcept;

}  // namespace apps::lu
