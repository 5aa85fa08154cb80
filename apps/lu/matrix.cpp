// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "matrix.hpp"

#include <algorithm>

namespace apps::lu {

tiled_matrix::tiled_matrix(int order, int tile, std::uint64_t seed)
    : order_(order),
      tile_(tile),
      tiles_((order + tile - 1) / tile),
      inner_(std::min(widest_inner_block, tile)),
      square_(static_cast<std::size_t>(tile) * static_cast<std::size_t>(tile)),
      strip_(static_cast<std::size_t>(inner_) * static_cast<std::size_t>(tile)) {
  std::size_t const count = static_cast<std::size_t>(tiles_) * static_cast<std::size_t>(tiles_);
  values_.resize(count * square_);
  lower_.resize(count * strip_);
  pivots_.resize(count * static_cast<std::size_t>(tile));
  for (int m = 0; m < tiles_; ++m) {
    for (int n = 0; n < tiles_; ++n) {
      double* const to = values(m, n);
      for (int j = 0; j < extent(n); ++j)
        for (int i = 0; i < extent(m); ++i)
          to[static_cast<std::size_t>(j) * static_cast<std::size_t>(tile) + static_cast<std::size_t>(i)] =
              input_element(seed, order, m * tile + i, n * tile + j);
    }
  }
}

}  // namespace apps::lu
