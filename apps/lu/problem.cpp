// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

#include <string>

#include "../common/error.hpp"
#include "tiles.hpp"

namespace apps::lu {

void generate_columns(matrix_shape const& shape, std::uint64_t seed, int from, int columns, double* to) noexcept {
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < shape.order; ++i)
      to[shape.elements(j) + static_cast<std::size_t>(i)] = input_element(seed, shape.order, i, from + j);
}

job_counts expected_jobs(int tiles) noexcept {
  auto const t = static_cast<std::uint64_t>(tiles);
  if (t == 0) return {};
  return {t, t * (t - 1) / 2, t - 1};
}

void require_few_tiles(int order, int tile, bool tiled) {
  int const limit = tiled ? largest_tile_rows : largest_tiles;
  if ((order + tile - 1) / tile <= limit) return;
  throw input_error("--tile: expected at least " + std::to_string((order + limit - 1) / limit) + " for order " +
                    std::to_string(order) + " (at most " + std::to_string(limit) +
                    (tiled ? " rows of tiles" : " block columns") + "), found " + std::to_string(tile));
}

double operations(int n) noexcept {
  double const order = n;
  return order * (order - 1) * (4 * order + 1) / 6;
}

}  // namespace apps::lu
