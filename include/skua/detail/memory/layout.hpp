// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes of a place's global memory that an operation accesses: rows of equal length, in up to
// three dimensions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace skua::memory {

/// `left` times `right`; the largest number if that is more.
constexpr std::uint64_t saturated_product(std::uint64_t left, std::uint64_t right) noexcept {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? ~std::uint64_t{0} : product;
}

/// extent[0] x extent[1] x extent[2] rows of `row` bytes; row (i, j, k) begins at offset + i
/// stride[0] + j stride[1] + k stride[2].
struct layout {
  std::uint64_t offset = 0;  // of the first row: in the place's memory, or an address
  std::uint64_t row = 0;
  std::array<std::uint64_t, 3> extent{1, 1, 1};
  std::array<std::int64_t, 3> stride{0, 0, 0};

  [[nodiscard]] constexpr std::uint64_t rows() const noexcept {
    return saturated_product(saturated_product(extent[0], extent[1]), extent[2]);
  }
  [[nodiscard]] constexpr std::uint64_t bytes() const noexcept { return saturated_product(row, rows()); }
  [[nodiscard]] constexpr bool contiguous() const noexcept { return rows() == 1; }
};

/// A half-open range of offsets; range_of gives the smallest range that contains a layout, or all
/// offsets from 0, which no memory has, if the layout exceeds 64 bits.
struct range {
  std::uint64_t low, high;
};
constexpr range range_of(layout const& layout) noexcept {
  std::uint64_t low = layout.offset, high = layout.offset;
  bool exceeds = __builtin_add_overflow(high, layout.row, &high);
  for (std::size_t dimension = 0; dimension < 3; ++dimension) {
    if (layout.extent[dimension] == 0) continue;
    std::int64_t reach = 0;
    exceeds |= __builtin_mul_overflow(layout.extent[dimension] - 1, layout.stride[dimension], &reach);
    if (reach < 0) {
      exceeds |= __builtin_add_overflow(low, reach, &low);
    } else {
      exceeds |= __builtin_add_overflow(high, reach, &high);
    }
  }
  return exceeds ? range{0, ~std::uint64_t{0}} : range{low, high};
}

}  // namespace skua::memory
