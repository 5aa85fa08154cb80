// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the rows of a layout in memory that is mapped here; its bytes into messages and back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <skua/memory/layout.hpp>
#include <skua/wire/wire.hpp>

#include "memory/protocol.hpp"

namespace skua::memory {

class cursor {
 public:
  /// At the position-th byte of the layout, whose first row is at `first`.
  cursor(layout const& l, std::byte* first, std::uint64_t position) noexcept : l_(l), first_(first) {
    if (l.row == 0) return;
    std::uint64_t row = position / l.row;
    inside_ = position % l.row;
    index_[2] = row % l.extent[2];
    row /= l.extent[2];
    index_[1] = row % l.extent[1];
    index_[0] = row / l.extent[1];
  }
  [[nodiscard]] std::byte* at() const noexcept {
    std::int64_t offset = static_cast<std::int64_t>(inside_);
    for (std::size_t d = 0; d < 3; ++d) offset += static_cast<std::int64_t>(index_[d]) * l_.stride[d];
    return first_ + offset;
  }
  /// Bytes from here to the end of the row.
  [[nodiscard]] std::uint64_t left_in_row() const noexcept { return l_.row - inside_; }
  /// At most as many as are left in the row.
  void advance(std::uint64_t bytes) noexcept {
    inside_ += bytes;
    if (inside_ < l_.row) return;
    inside_ = 0;
    for (std::size_t d = 3; d-- > 0;) {
      if (++index_[d] < l_.extent[d]) return;
      index_[d] = 0;
    }
  }

 private:
  layout const& l_;
  std::byte* first_;
  std::array<std::uint64_t, 3> index_{};
  std::uint64_t inside_ = 0;
};

/// f(a, b, n) for the runs of bytes that are contiguous at both ends, `bytes` in all.
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

/// Copies; a word in one access.
void copy_bytes(std::byte* to, std::byte const* from, std::uint64_t n) noexcept;
/// A piece of a layout into a message, and out of one. `first`: where its first row is.
void pack(wire::writer& to, layout const& l, std::byte* first, piece const& p);
void unpack(wire::reader& from, layout const& l, std::byte* first, piece const& p);

}  // namespace skua::memory
