// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which place has which tile, and where in its memory: the places form a grid, and the tiles are dealt to it cyclically in both
// directions.

#pragma once

#include <cstddef>
#include <cstdint>

#include "matrix.hpp"

namespace apps::lu {

/// Rows and columns of places: as many rows as divide the places evenly and are no more than the columns.
struct place_grid {
  int rows = 1;
  int columns = 1;

  explicit place_grid(int places) noexcept {
    for (int r = 1; r * r <= places; ++r)
      if (places % r == 0) rows = r;
    columns = places / rows;
  }
  [[nodiscard]] int owner(int m, int n) const noexcept { return (m % rows) * columns + n % columns; }
};

/// A block is room for a tile and what lies beside it: values, inverses, pivots. Each place has one for each of its tiles,
/// and behind them one for each of its diagonal tiles as `dgetrf` leaves it, since `dtstrf` goes on changing the tile.
class block_layout {
 public:
  block_layout(tile_shape const& shape, place_grid const& grid) noexcept : shape_(shape), grid_(grid) {}

  [[nodiscard]] std::size_t doubles() const noexcept {
    return shape_.square() + shape_.strip() + (static_cast<std::size_t>(shape_.tile) + 1) / 2;
  }
  [[nodiscard]] std::size_t blocks() const noexcept { return high() * wide() + high(); }
  [[nodiscard]] std::size_t tile(int m, int n) const noexcept {
    return (index(m / grid_.rows) * wide() + index(n / grid_.columns)) * doubles();
  }
  [[nodiscard]] std::size_t diagonal(int k) const noexcept { return (high() * wide() + index(k / grid_.rows)) * doubles(); }

  [[nodiscard]] double* inverse(double* block) const noexcept { return block + shape_.square(); }
  [[nodiscard]] std::int32_t* pivots(double* block) const noexcept {
    return reinterpret_cast<std::int32_t*>(block + shape_.square() + shape_.strip());
  }

 private:
  static std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }
  std::size_t high() const noexcept { return index((shape_.tiles + grid_.rows - 1) / grid_.rows); }
  std::size_t wide() const noexcept { return index((shape_.tiles + grid_.columns - 1) / grid_.columns); }

  tile_shape shape_;
  place_grid grid_;
};

}  // namespace apps::lu
