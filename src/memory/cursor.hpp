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
  cursor(layout const& l, std::byte* first, std::uint64_t position) noexcept : l_(l), first_(first) {
    if (l.row == 0) return;
    std::uint64_t row = position / l.row;
    column_ = position % l.row;
    index_[2] = row % l.extent[2];
    row /= l.extent[2];
    index_[1] = row % l.extent[1];
    index_[0] = row / l.extent[1];
  }
  [[nodiscard]] std::byte* at() const noexcept {
    std::int64_t offset = static_cast<std::int64_t>(column_);
    for (std::size_t d = 0; d < 3; ++d) offset += static_cast<std::int64_t>(index_[d]) * l_.stride[d];
    return first_ + offset;
  }
  /// Bytes from the cursor to the end of the row.
  [[nodiscard]] std::uint64_t left_in_row() const noexcept { return l_.row - column_; }
  /// By at most left_in_row() bytes.
  void advance(std::uint64_t bytes) noexcept {
    column_ += bytes;
    if (column_ < l_.row) return;
    column_ = 0;
    for (std::size_t d = 3; d-- > 0;) {
      if (++index_[d] < l_.extent[d]) return;
      index_[d] = 0;
    }
  }

 private:
  layout const& l_;
  std::byte* first_;
  std::array<std::uint64_t, 3> index_{};
  std::uint64_t column_ = 0;
};

/// Calls f(a, b, n) for the runs of bytes that are contiguous in both layouts, in total `bytes`
/// bytes.
template <class F>
void for_each_run(cursor a, cursor b, std::uint64_t bytes, F const& f) {
  while (bytes > 0) {
    std::uint64_t const n = std::min({bytes, a.left_in_row(), b.left_in_row()});
    f(a.at(), b.at(), n);
    a.advance(n);
    b.advance(n);
    bytes -= n;
  }
}

/// Copies n bytes; an aligned word in one access.
void copy_bytes(std::byte* to, std::byte const* from, std::uint64_t n) noexcept;
/// Copies a piece of a layout into a message, and out of one. `first`: address of the first row.
void pack(wire::writer& to, layout const& l, std::byte* first, piece const& p);
void unpack(wire::reader& from, layout const& l, std::byte* first, piece const& p);

}  // namespace skua::memory
