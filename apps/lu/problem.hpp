// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LU factorisation by block columns: the matrix, the programs that factorise it, and the checks of
// their results. tiles.hpp has the same for square tiles.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <skua/progress.hpp>
#include <vector>

#include "../common/splitmix.hpp"
#include "blas.hpp"

namespace apps::lu {

inline constexpr int largest_order = 10000;
inline constexpr int largest_tiles = 200;  ///< block columns: above, the graph has far too many jobs

/// Element (i, j) of the input matrix of order `n`: uniform in [-0.5, 0.5), also on the diagonal.
[[nodiscard]] constexpr double input_element(std::uint64_t seed, int n, int i, int j) noexcept {
  return splitmix::unit(seed,
                        static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(j)) -
         0.5;
}

/// A matrix in block columns: columns one after another, `lead` elements apart, `tile` of them in a
/// block; the last block may be narrower.
struct matrix_shape {
  matrix_shape(int order_of_matrix, int width_of_tile) noexcept
      : order(order_of_matrix), tile(width_of_tile), tiles((order + tile - 1) / tile), lead(lead_of(order)) {}

  int order;
  int tile;
  int tiles;
  int lead;

  [[nodiscard]] int first(int k) const noexcept { return k * tile; }
  [[nodiscard]] int width(int k) const noexcept { return k + 1 < tiles ? tile : order - k * tile; }
  /// Elements of `columns` columns.
  [[nodiscard]] std::size_t elements(int columns) const noexcept {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(lead);
  }

 private:
  // Columns begin on cache lines. A power of two between them would map whole rows to the same few
  // sets of a cache.
  static int lead_of(int order) noexcept {
    int const lines = (order + 7) / 8;
    return (lines % 16 == 0 ? lines + 1 : lines) * 8;
  }
};

/// Writes columns [from, from + columns) of the input.
void generate_columns(matrix_shape const& shape, std::uint64_t seed, int from, int columns, double* to) noexcept;

/// A whole matrix; after its factorisation L below the diagonal, U on and above it, and the
/// exchanges: row i was exchanged with row pivots[i] >= i, in the order of i.
struct factors {
  explicit factors(matrix_shape const& s)
      : shape(s), values(s.elements(s.order)), pivots(static_cast<std::size_t>(s.order)) {}

  [[nodiscard]] double* column(int j) noexcept { return values.data() + shape.elements(j); }
  [[nodiscard]] double const* column(int j) const noexcept { return values.data() + shape.elements(j); }

  matrix_shape shape;
  std::vector<double> values;
  std::vector<std::int32_t> pivots;
};

/// The place of each block column. They are distributed in turn, every other round backwards (0 1 2
/// 2 1 0 0 1 …): a block column further right is more work, so no place gets the larger one of
/// every pair.
class block_distribution {
 public:
  block_distribution(int tiles, int places) noexcept : tiles_(tiles), places_(places) {}

  [[nodiscard]] int owner(int k) const noexcept { return in_round(k / places_, k % places_); }
  /// The index of block column k among those of its place.
  [[nodiscard]] int index(int k) const noexcept { return k / places_; }
  /// The inverse: a place's i-th block column.
  [[nodiscard]] int tile(int place, int i) const noexcept { return i * places_ + in_round(i, place); }
  /// The number of block columns of a place.
  [[nodiscard]] int count(int place) const noexcept {
    int const rounds = tiles_ / places_;
    return tile(place, rounds) < tiles_ ? rounds + 1 : rounds;
  }
  /// The largest number of block columns of any place.
  [[nodiscard]] int max_count() const noexcept { return (tiles_ + places_ - 1) / places_; }
  /// The index of the first of a place's block columns right of column k; count() if there is none.
  [[nodiscard]] int after(int place, int k) const noexcept {
    int const i = k / places_;
    return tile(place, i) > k ? i : i + 1;
  }

 private:
  int in_round(int round, int i) const noexcept { return round % 2 == 0 ? i : places_ - 1 - i; }

  int tiles_;
  int places_;
};

/// The amount of work, in block columns.
struct job_counts {
  std::uint64_t panels = 0;     ///< factorised
  std::uint64_t updates = 0;    ///< updated, once for each panel left of it; a job may update several
  std::uint64_t exchanges = 0;  ///< block columns that got the exchanges of those right of them

  friend bool operator==(job_counts const&, job_counts const&) = default;
};

/// The jobs that a matrix of this many block columns needs.
[[nodiscard]] job_counts expected_jobs(int tiles) noexcept;

/// Throws input_error if a matrix of that order in tiles or block columns of that width has too
/// many of them.
void require_few_tiles(int order, int tile, bool tiled);

/// Floating-point operations of an LU factorisation of order n.
[[nodiscard]] double operations(int n) noexcept;

/// The sequential twin: the kernels in the order of the loops.
job_counts factorise_sequential(blas const& ops, factors& a);

/// Factorises over all places and workers, as a graph of tasks. Generates the input where it is
/// factorised and gathers the factors in `a`; `seconds` includes neither. If `a` is null, the
/// factors stay where they are, and end with this call. Call inside a task.
struct parallel_result {
  job_counts jobs;
  double seconds = 0;
};
parallel_result factorise_parallel(blas const& ops, matrix_shape const& shape, factors* a, std::uint64_t seed,
                                   skua::progress_options line = {.visible = false});

/// The kernels' own factorisation of the whole matrix: the median time of up to three runs, and the
/// pivots.
struct library_result {
  double seconds = 0;
  std::vector<std::int32_t> pivots;
};
[[nodiscard]] library_result factorise_whole(blas const& ops, int n, std::uint64_t seed);

/// Solves A x = b for b = A * ones with the factors and returns the scaled residual,
/// max|b - A x| / ((max row sum of |A| * max|x| + max|b|) * n * epsilon). It is below 60 for a
/// correct factorisation.
[[nodiscard]] double scaled_residual(factors const& lu_factors, std::uint64_t seed);
/// Like the other scaled_residual, for the input of order `n`, with any solver: it is called with b
/// and replaces it by x.
[[nodiscard]] double scaled_residual(int n, std::uint64_t seed, std::function<void(std::vector<double>&)> const& solve);
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
