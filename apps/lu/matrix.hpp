// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The division of a matrix into block columns, its generated input, and the result of a
// factorisation.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../skua/splitmix.hpp"

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

}  // namespace apps::lu
