// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "matrix.hpp"

namespace apps::lu {

void generate_tile(tile_shape const& shape, std::uint64_t seed, int m, int n, double* to) noexcept {
  for (int j = 0; j < shape.extent(n); ++j)
    for (int i = 0; i < shape.extent(m); ++i)
      to[static_cast<std::size_t>(j) * static_cast<std::size_t>(shape.tile) + static_cast<std::size_t>(i)] =
          input_element(seed, shape.order, m * shape.tile + i, n * shape.tile + j);
}

tiled_matrix::tiled_matrix(int order, int tile, std::uint64_t seed)
    : shape_(order, tile), square_(shape_.square()), strip_(shape_.strip()) {
  std::size_t const count = static_cast<std::size_t>(tiles()) * static_cast<std::size_t>(tiles());
  values_.resize(count * square_);
  inverse_.resize(count * strip_);
  pivots_.resize(count * static_cast<std::size_t>(tile));
  for (int m = 0; m < tiles(); ++m)
    for (int n = 0; n < tiles(); ++n) generate_tile(shape_, seed, m, n, values(m, n));
}

}  // namespace apps::lu
