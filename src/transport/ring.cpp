// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/ring.hpp"

#include <algorithm>
#include <cstring>

#include <skua/detail/base/check.hpp>

namespace skua::transport {
namespace {

constexpr std::uint64_t usual_stretch = 64 * 1024;  // bytes of the byte area in use while the reader keeps up

constexpr std::size_t most_open_bytes = 4096;

constexpr std::uint64_t whole_lines(std::size_t length) noexcept { return (length + 63) & ~std::uint64_t{63}; }

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
    : ring_(memory, shape),
      shape_(shape),
      ends_(std::make_unique<std::uint64_t[]>(shape.cells)),
      open_bytes_(std::min(shape.largest(), most_open_bytes)) {}

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
  std::uint64_t const need = whole_lines(length);
  if (filled_ >= recheck_at_) begin_again();
  start = filled_;
  if (start % size + need > size) start += size - start % size;  // in one piece: skips the rest of this lap
  return start + need - freed_ <= size || (refresh() && start + need - freed_ <= size);
}

/// Nothing joins the newest message any more; the rest of its room is free. Before the reader's
/// count is read again: refresh() uses the end of that message.
void ring_writer::close() noexcept {
  if (open_length_ == 0) return;
  filled_ = open_at_ + whole_lines(open_length_);
  ends_[(next_ - 1) & (shape_.cells - 1)] = filled_;
  open_length_ = 0;
}

bool ring_writer::put(std::uint32_t kind, transport::bytes head, transport::bytes body, std::uint64_t key) noexcept {
  std::size_t const length = head.size() + body.size();
  base::check(length <= shape_.largest(), "a message is longer than the transport's largest_message");
  close();
  if (next_ - consumed_ == shape_.cells && !refresh()) return false;
  bool const has_follower = key != 0 && key == key_ && length < open_bytes_;
  bool const opens = has_follower && --alone_ < 0;
  if (!has_follower || opens) alone_ = 0;
  ring_cell& cell = ring_.cells[next_ & (shape_.cells - 1)];
  std::byte* to = cell.body;
  if (length > ring_cell::inside || opens) {
    std::size_t const reserved = opens ? open_bytes_ : length;
    std::uint64_t start = 0;
    if (!claim(reserved, start)) return false;
    cell.offset = static_cast<std::uint32_t>(start % shape_.bytes);
    to = ring_.bytes + cell.offset;
    filled_ = start + whole_lines(reserved);
    if (opens) {
      open_at_ = start;
      open_length_ = length;
    }
  }
  key_ = key;
  cell.kind = kind;
  copy(to, head);
  copy(to + head.size(), body);
  ends_[next_ & (shape_.cells - 1)] = filled_;
  cell.word.publish(next_, {length, length > ring_cell::inside}, opens);
  ++next_;
  return true;
}

bool ring_writer::join(std::uint64_t key, transport::bytes body) noexcept {
  if (open_length_ == 0 || key != key_ || open_length_ + body.size() > open_bytes_) return false;
  std::uint64_t const index = next_ - 1;
  copy(ring_.bytes + open_at_ % shape_.bytes + open_length_, body);
  std::size_t const longer = open_length_ + body.size();
  if (!ring_.cells[index & (shape_.cells - 1)].word.extend(index, open_length_, longer)) {
    alone_ = sent_alone;
    return false;
  }
  open_length_ = longer;
  return true;
}

ring_reader::ring_reader(std::byte* memory, ring_shape shape) noexcept : ring_(memory, shape), mask_(shape.cells - 1) {}

bool ring_reader::ready() const noexcept {
  // relaxed: an old value finds a cell written since (RING-1)
  std::uint64_t const next = next_.load(std::memory_order_relaxed);
  return ring_.cells[next & mask_].word.has_reached(next);
}

bool ring_reader::front(message& out) const noexcept {
  std::uint64_t const next = next_.load(std::memory_order_relaxed);  // relaxed: only readers write it, one at a time
  ring_cell& cell = ring_.cells[next & mask_];
  ring_word::extent extent;
  if (!cell.word.take(next, extent)) return false;
  out.kind = cell.kind;
  out.body = {extent.is_outside ? ring_.bytes + cell.offset : cell.body, extent.length};
  return true;
}

void ring_reader::pop() noexcept {
  std::uint64_t const next =
      next_.load(std::memory_order_relaxed) + 1;           // relaxed: only readers write it, one at a time
  next_.store(next, std::memory_order_relaxed);            // relaxed: ready() tolerates any older value
  ring_.consumed->store(next, std::memory_order_release);  // sync: ROOM -> refresh
}

}  // namespace skua::transport
