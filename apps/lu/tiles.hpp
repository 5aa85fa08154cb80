// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tiled LU with incremental pivoting: the matrix in square tiles, what its factorisation leaves,
// the programs that factorise it, and the checks of their results.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <skua/progress.hpp>
#include <vector>

#include "blas.hpp"
#include "problem.hpp"

namespace apps::lu {

inline constexpr int largest_tile_rows = 64;  ///< about 90,000 jobs

/// How a matrix is cut into square tiles; those of the last row and of the last column may be
/// narrower.
struct tile_grid {
  tile_grid(int order_of_matrix, int order_of_tile) noexcept
      : order(order_of_matrix), tile_order(order_of_tile), tiles((order + tile_order - 1) / tile_order) {}

  int order;
  int tile_order;
  int tiles;  ///< in a row or a column

  /// The first row (or column) of tile row (or column) i.
  [[nodiscard]] int first(int i) const noexcept { return i * tile_order; }
  /// The number of rows (or columns) of tile row (or column) i.
  [[nodiscard]] int extent(int i) const noexcept { return std::min(tile_order, order - first(i)); }
  /// The number of tile (m, n), row by row.
  [[nodiscard]] std::size_t number(int m, int n) const noexcept {
    return static_cast<std::size_t>(m) * static_cast<std::size_t>(tiles) + static_cast<std::size_t>(n);
  }
  [[nodiscard]] std::size_t count() const noexcept { return number(tiles, 0); }
};

/// A separate matrix: column-major, without gaps between the columns.
struct tile {
  int rows = 0;
  int columns = 0;
  std::vector<double> values;

  [[nodiscard]] double* at(int row, int column) noexcept { return values.data() + offset(row, column); }
  [[nodiscard]] double const* at(int row, int column) const noexcept { return values.data() + offset(row, column); }

 private:
  [[nodiscard]] std::size_t offset(int row, int column) const noexcept {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row);
  }
};

/// Tile (m, n) of the input.
[[nodiscard]] tile input_tile(tile_grid const& grid, std::uint64_t seed, int m, int n);

/// The row operations of one dgetrf or dtstrf. They must be repeated on the tiles right of it.
struct transformation {
  /// dgetrf: the factorised tile. dtstrf: the multipliers of the lower tile's rows.
  tile multipliers;
  /// dtstrf: the unit lower triangles of its inner blocks, side by side in `inner_width` rows.
  std::vector<double> triangles;
  /// dgetrf: row j was exchanged with row pivots[j] >= j. dtstrf: row j of the upper tile was
  /// exchanged with row pivots[j] of the lower tile, or with none (-1).
  std::vector<std::int32_t> pivots;
};

/// A factorised matrix: U, and for each tile on and below the diagonal the transformation that made
/// it zero. There is no L of the whole matrix: its rows were exchanged between its steps.
class tiled_factors {
 public:
  explicit tiled_factors(tile_grid const& g) : grid_(g), upper_(g.count()), steps_(g.count()) {}

  [[nodiscard]] tile_grid const& grid() const noexcept { return grid_; }
  /// Tile (k, n) of U, n >= k; below the diagonal of a tile (k, k) are other numbers.
  [[nodiscard]] tile& upper(int k, int n) noexcept { return upper_[grid_.number(k, n)]; }
  [[nodiscard]] tile const& upper(int k, int n) const noexcept { return upper_[grid_.number(k, n)]; }
  /// The row operations of dgetrf for m == k, of dtstrf for m > k.
  [[nodiscard]] transformation& step(int m, int k) noexcept { return steps_[grid_.number(m, k)]; }
  [[nodiscard]] transformation const& step(int m, int k) const noexcept { return steps_[grid_.number(m, k)]; }

 private:
  tile_grid grid_;
  std::vector<tile> upper_;
  std::vector<transformation> steps_;
};

/// The number of calls of each kernel.
struct kernel_counts {
  std::uint64_t dgetrf = 0;
  std::uint64_t dgessm = 0;
  std::uint64_t dtstrf = 0;
  std::uint64_t dssssm = 0;

  friend bool operator==(kernel_counts const&, kernel_counts const&) = default;
};

/// The calls that a matrix of tiles x tiles tiles needs.
[[nodiscard]] kernel_counts expected_kernels(int tiles) noexcept;

/// The sequential twin: the kernels in the order of the loops.
struct tiled_result {
  kernel_counts kernels;
  double seconds = 0;  ///< without the input and without gathering the factors
};
tiled_result factorise_tiles_sequential(blas const& ops, tiled_factors& a, std::uint64_t seed);

/// Factorises over all places and workers, as a graph of tasks. If `a` is null, the factors are not
/// gathered. Call inside a task.
tiled_result factorise_tiles_parallel(blas const& ops, tile_grid const& grid, tiled_factors* a, std::uint64_t seed,
                                      skua::progress_options line = {.visible = false});

/// Like scaled_residual for block columns, in problem.hpp.
[[nodiscard]] double scaled_residual(blas const& ops, tiled_factors const& a, std::uint64_t seed);
[[nodiscard]] determinant determinant_of(tiled_factors const& a) noexcept;

/// The largest difference of two factorisations, relative to the largest magnitude in the first;
/// infinite if their pivots differ.
[[nodiscard]] double distance(tiled_factors const& first, tiled_factors const& second) noexcept;

}  // namespace apps::lu
