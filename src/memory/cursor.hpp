// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterates over the rows of a layout in mapped memory; packs its bytes into messages and unpacks
// them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <skua/detail/memory/layout.hpp>
#include <skua/wire/wire.hpp>

#include "memory/protocol.hpp"

namespace skua::memory {

class cursor {
 public:
  /// At the position-th byte of the layout. Its first row is at `first`.
  cursor(layout const& layout, std::byte* first, std::uint64_t position) noexcept : l_(layout), first_(first) {
    std::uint64_t row = position / layout.row;
    column_ = position % layout.row;
    index_[2] = row % layout.extent[2];
    row /= layout.extent[2];
    index_[1] = row % layout.extent[1];
    index_[0] = row / layout.extent[1];
  }
  [[nodiscard]] std::byte* at() const noexcept {
    std::int64_t offset = static_cast<std::int64_t>(column_);
    for (std::size_t dimension = 0; dimension < 3; ++dimension)
      offset += static_cast<std::int64_t>(index_[dimension]) * l_.stride[dimension];
    return first_ + offset;
  }
  /// Bytes from the cursor to the end of the row.
  [[nodiscard]] std::uint64_t left_in_row() const noexcept { return l_.row - column_; }
  /// By at most left_in_row() bytes.
  void advance(std::uint64_t bytes) noexcept {
    column_ += bytes;
    if (column_ < l_.row) return;
    column_ = 0;
    for (std::size_t dimension = 3; dimension-- > 0;) {
      if (++index_[dimension] < l_.extent[dimension]) return;
      index_[dimension] = 0;
    }
  }

 private:
  layout const& l_;
  std::byte* first_;
  std::array<std::uint64_t, 3> index_{};
  std::uint64_t column_ = 0;
};

/// Calls function(source, target, n) for the runs of bytes that are contiguous in both layouts, in
/// total `bytes` bytes.
template <class F>
void for_each_run(cursor source, cursor target, std::uint64_t bytes, F const& function) {
  while (bytes > 0) {
    std::uint64_t const n = std::min({bytes, source.left_in_row(), target.left_in_row()});
    function(source.at(), target.at(), n);
    source.advance(n);
    target.advance(n);
    bytes -= n;
  }
}

/// Copies n bytes; an aligned word in one access.
void copy_bytes(std::byte* to, std::byte const* from, std::uint64_t n) noexcept;
/// Copies a piece of a layout into a message, and out of one. `first`: address of the first row.
void pack(wire::writer& to, layout const& layout, std::byte* first, piece const& piece);
void unpack(wire::reader& from, layout const& layout, std::byte* first, piece const& piece);

}  // namespace skua::memory
