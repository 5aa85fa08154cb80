// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes of a place's global memory that an operation accesses: rows of equal length, in up to
// three dimensions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace skua::memory {

/// extent[0] x extent[1] x extent[2] rows of `row` bytes; row (i, j, k) begins at offset + i
/// stride[0] + j stride[1] + k stride[2].
struct layout {
  std::uint64_t offset = 0;  // of the first row: in the place's memory, or an address
  std::uint64_t row = 0;
  std::array<std::uint64_t, 3> extent{1, 1, 1};
  std::array<std::int64_t, 3> stride{0, 0, 0};

  [[nodiscard]] constexpr std::uint64_t rows() const noexcept { return extent[0] * extent[1] * extent[2]; }
  [[nodiscard]] constexpr std::uint64_t bytes() const noexcept { return row * rows(); }
  [[nodiscard]] constexpr bool contiguous() const noexcept { return rows() == 1; }
};

/// A half-open range of offsets; range_of gives the smallest range that contains a layout.
struct range {
  std::uint64_t low, high;
};
constexpr range range_of(layout const& l) noexcept {
  std::uint64_t low = l.offset, high = l.offset + l.row;
  for (std::size_t d = 0; d < 3; ++d) {
    std::int64_t const reach = (static_cast<std::int64_t>(l.extent[d]) - 1) * l.stride[d];
    if (reach < 0) {
      low -= static_cast<std::uint64_t>(-reach);
    } else {
      high += static_cast<std::uint64_t>(reach);
    }
  }
  return {low, high};
}

}  // namespace skua::memory
