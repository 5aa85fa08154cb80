// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/ring.hpp"

#include <algorithm>
#include <cstring>

#include <skua/detail/base/check.hpp>

namespace skua::transport {
namespace {

constexpr std::uint64_t usual_stretch = 64 * 1024;  // bytes of the byte area in use while the reader keeps up

constexpr std::uint64_t word_of(std::uint64_t index, std::size_t length) noexcept { return (index + 1) << 32 | length; }

constexpr std::uint32_t sequence_of(std::uint64_t word) noexcept { return static_cast<std::uint32_t>(word >> 32); }

/// An empty span may hold a null pointer, which memcpy does not allow.
void copy(std::byte* to, bytes from) noexcept {
  if (!from.empty()) std::memcpy(to, from.data(), from.size());
}

}  // namespace

ring_shape ring_shape::of(std::size_t capacity) noexcept {
  auto const cells = std::min(capacity / 4, most_cells * sizeof(ring_cell));
  return {static_cast<std::uint32_t>(cells / sizeof(ring_cell)), static_cast<std::uint32_t>(capacity - cells)};
}

ring_view::ring_view(std::byte* memory, ring_shape shape) noexcept
    : consumed(reinterpret_cast<base::atomic<std::uint64_t>*>(memory)),
      cells(reinterpret_cast<ring_cell*>(memory + line_pair)),
      bytes(memory + line_pair + shape.cells * sizeof(ring_cell)) {}

ring_writer::ring_writer(std::byte* memory, ring_shape shape)
    : ring_(memory, shape), shape_(shape), ends_(std::make_unique<std::uint64_t[]>(shape.cells)) {}

bool ring_writer::refresh() noexcept {
  auto const now = ring_.consumed->load(std::memory_order_acquire);  // sync: ROOM <- pop
  if (now == consumed_) return false;
  // The entry still belongs to message now - 1: at most consumed_ + cells messages have been
  // written, which is fewer than now + cells.
  consumed_ = now;
  freed_ = std::max(freed_, ends_[(now - 1) & (shape_.cells - 1)]);  // begin_again may have raised freed_ further
  return true;
}

/// RING-4. Not called for every message: the line with the reader's count is mostly in the reader's
/// cache.
void ring_writer::begin_again() noexcept {
  refresh();
  std::uint64_t const size = shape_.bytes;
  if (freed_ == filled_) filled_ = freed_ = (filled_ + size - 1) / size * size;
  recheck_at_ = filled_ + std::min<std::uint64_t>(shape_.largest(), usual_stretch);
}

bool ring_writer::claim(std::size_t length, std::uint64_t& start) noexcept {
  std::uint64_t const size = shape_.bytes;
  std::uint64_t const need = (length + 63) & ~std::uint64_t{63};
  if (filled_ >= recheck_at_) begin_again();
  start = filled_;
  if (start % size + need > size) start += size - start % size;  // in one piece: skips the rest of this lap
  return start + need - freed_ <= size || (refresh() && start + need - freed_ <= size);
}

bool ring_writer::put(std::uint32_t kind, transport::bytes head, transport::bytes body) noexcept {
  std::size_t const length = head.size() + body.size();
  base::check(length <= shape_.largest(), "a message is longer than the transport's largest_message");
  if (next_ - consumed_ == shape_.cells && !refresh()) return false;
  ring_cell& cell = ring_.cells[next_ & (shape_.cells - 1)];
  std::byte* to = cell.body;
  if (length > ring_cell::inside) {
    std::uint64_t start = 0;
    if (!claim(length, start)) return false;
    cell.offset = static_cast<std::uint32_t>(start % shape_.bytes);
    to = ring_.bytes + cell.offset;
    filled_ = start + ((length + 63) & ~std::uint64_t{63});
  }
  cell.kind = kind;
  copy(to, head);
  copy(to + head.size(), body);
  ends_[next_ & (shape_.cells - 1)] = filled_;
  cell.word.store(word_of(next_, length), std::memory_order_release);  // sync: MESSAGE -> front
  ++next_;
  return true;
}

ring_reader::ring_reader(std::byte* memory, ring_shape shape) noexcept : ring_(memory, shape), mask_(shape.cells - 1) {}

bool ring_reader::ready() const noexcept {
  std::uint64_t const next =
      next_.load(std::memory_order_relaxed);  // relaxed: an old value finds a cell written since (RING-1)
  std::uint64_t const word =
      ring_.cells[next & mask_].word.load(std::memory_order_relaxed);  // relaxed: a hint; front looks again
  // Older than expected: not yet written. Newer: the reader has advanced since then.
  return static_cast<std::int32_t>(sequence_of(word) - static_cast<std::uint32_t>(next + 1)) >= 0;
}

bool ring_reader::front(message& out) const noexcept {
  std::uint64_t const next = next_.load(std::memory_order_relaxed);  // relaxed: only readers write it, one at a time
  ring_cell const& cell = ring_.cells[next & mask_];
  std::uint64_t const word = cell.word.load(std::memory_order_acquire);  // sync: MESSAGE <- put
  if (sequence_of(word) != static_cast<std::uint32_t>(next + 1)) return false;
  auto const length = static_cast<std::uint32_t>(word);
  out.kind = cell.kind;
  out.body = {length > ring_cell::inside ? ring_.bytes + cell.offset : cell.body, length};
  return true;
}

void ring_reader::pop() noexcept {
  std::uint64_t const next =
      next_.load(std::memory_order_relaxed) + 1;           // relaxed: only readers write it, one at a time
  next_.store(next, std::memory_order_relaxed);            // relaxed: ready() tolerates any older value
  ring_.consumed->store(next, std::memory_order_release);  // sync: ROOM -> refresh
}

}  // namespace skua::transport
