// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tiled matrix, its generated input, and what the factorisation leaves behind.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../quicksort/keys.hpp"

namespace apps::lu {

inline constexpr int largest_order = 10000;
inline constexpr int largest_tiles = 200;  ///< rows of tiles: above, the graph has millions of jobs
inline constexpr int widest_inner_block = 40;

/// Element (i, j) of the input matrix of order `n`: uniform in [-0.5, 0.5), the diagonal as all others.
[[nodiscard]] constexpr double input_element(std::uint64_t seed, int n, int i, int j) noexcept {
  return splitmix::unit(seed,
                        static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(j)) -
         0.5;
}

/// How a matrix is cut into tiles.
struct tile_shape {
  tile_shape(int order_of_matrix, int order_of_tile) noexcept
      : order(order_of_matrix),
        tile(order_of_tile),
        tiles((order + tile - 1) / tile),
        inner(tile < widest_inner_block ? tile : widest_inner_block) {}

  int order;
  int tile;
  int tiles;  ///< in a row or a column
  int inner;  ///< columns of a coupled tile that are factorised at once

  /// Rows (or columns) of the tiles with this index.
  [[nodiscard]] int extent(int index) const noexcept { return index + 1 < tiles ? tile : order - index * tile; }
  [[nodiscard]] std::size_t square() const noexcept { return static_cast<std::size_t>(tile) * static_cast<std::size_t>(tile); }
  [[nodiscard]] std::size_t strip() const noexcept { return static_cast<std::size_t>(inner) * static_cast<std::size_t>(tile); }
};

/// Writes the input of tile (m, n), column by column.
void generate_tile(tile_shape const& shape, std::uint64_t seed, int m, int n, double* to) noexcept;

/// A square matrix in square tiles, each contiguous and column-major; the last row and column of tiles may be narrower.
/// Beside each tile lies what incremental pivoting needs to repeat the tile's exchanges and eliminations on another column.
class tiled_matrix {
 public:
  tiled_matrix(int order, int tile, std::uint64_t seed);

  [[nodiscard]] int order() const noexcept { return shape_.order; }
  [[nodiscard]] int tile() const noexcept { return shape_.tile; }
  [[nodiscard]] int tiles() const noexcept { return shape_.tiles; }
  [[nodiscard]] tile_shape const& shape() const noexcept { return shape_; }
  /// Rows (or columns) of the tiles with this index.
  [[nodiscard]] int extent(int index) const noexcept { return shape_.extent(index); }

  [[nodiscard]] double* values(int m, int n) noexcept { return values_.data() + number(m, n) * square_; }
  [[nodiscard]] double const* values(int m, int n) const noexcept { return values_.data() + number(m, n) * square_; }

  /// For m == k: row exchanges within the tile. For m > k: entry j is the row of tile (m, k) that was exchanged with row j
  /// of tile (k, k), or -1.
  [[nodiscard]] std::int32_t* pivots(int m, int k) noexcept {
    return pivots_.data() + number(m, k) * static_cast<std::size_t>(shape_.tile);
  }
  [[nodiscard]] std::int32_t const* pivots(int m, int k) const noexcept {
    return pivots_.data() + number(m, k) * static_cast<std::size_t>(shape_.tile);
  }

  /// For m > k: the inverses of the unit lower factors of the inner blocks' upper rows with their signs changed, side by side,
  /// `inner` rows. The tile's own values are multiplied by these inverses.
  [[nodiscard]] double* inverse(int m, int k) noexcept { return inverse_.data() + number(m, k) * strip_; }
  [[nodiscard]] double const* inverse(int m, int k) const noexcept { return inverse_.data() + number(m, k) * strip_; }

 private:
  [[nodiscard]] std::size_t number(int m, int n) const noexcept {
    return static_cast<std::size_t>(m) * static_cast<std::size_t>(shape_.tiles) + static_cast<std::size_t>(n);
  }

  tile_shape shape_;
  std::size_t square_;  ///< doubles per tile
  std::size_t strip_;   ///< doubles per row of inverses
  std::vector<double> values_;
  std::vector<double> inverse_;
  std::vector<std::int32_t> pivots_;
};

}  // namespace apps::lu
