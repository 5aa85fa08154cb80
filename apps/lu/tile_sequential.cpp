// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tiled LU as loops around the kernels (Chasapis, Unified futures, 2013, figure 4.7), and its
// input.

#include <chrono>
#include <cstddef>
#include <utility>

#include "tile_kernels.hpp"
#include "tiles.hpp"

namespace apps::lu {

tile input_tile(tile_grid const& grid, std::uint64_t seed, int m, int n) {
  tile t{grid.extent(m), grid.extent(n), {}};
  t.values.resize(static_cast<std::size_t>(t.rows) * static_cast<std::size_t>(t.columns));
  for (int j = 0; j < t.columns; ++j)
    for (int i = 0; i < t.rows; ++i)
      *t.at(i, j) = input_element(seed, grid.order, grid.first(m) + i, grid.first(n) + j);
  return t;
}

tiled_result factorise_tiles_sequential(blas const& ops, tiled_factors& a, std::uint64_t seed) {
  tile_grid const& grid = a.grid();
  for (int m = 0; m < grid.tiles; ++m)
    for (int n = 0; n < grid.tiles; ++n) a.upper(m, n) = input_tile(grid, seed, m, n);

  kernel_counts counts;
  auto const start = std::chrono::steady_clock::now();
  for (int k = 0; k < grid.tiles; ++k) {
    a.step(k, k) = dgetrf(ops, a.upper(k, k));
    ++counts.dgetrf;
    for (int n = k + 1; n < grid.tiles; ++n) {
      dgessm(ops, a.step(k, k), a.upper(k, n));
      ++counts.dgessm;
    }
    for (int m = k + 1; m < grid.tiles; ++m) {
      a.step(m, k) = dtstrf(ops, a.upper(k, k), std::move(a.upper(m, k)));
      ++counts.dtstrf;
      for (int n = k + 1; n < grid.tiles; ++n) {
        dssssm(ops, a.step(m, k), a.upper(k, n), a.upper(m, n));
        ++counts.dssssm;
      }
    }
  }
  return {counts, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

kernel_counts expected_kernels(int tiles) noexcept {
  auto const t = static_cast<std::uint64_t>(tiles);
  if (t == 0) return {};
  return {t, t * (t - 1) / 2, t * (t - 1) / 2, t * (t - 1) * (2 * t - 1) / 6};
}

}  // namespace apps::lu
