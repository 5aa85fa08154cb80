// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages from one place to another: a ring in memory that two processes may share. One writer,
// one reader.
//
// A ring is a line with the reader's count, then cells, then a byte area. A message of at most 112
// bytes lies in its cell, so it costs one transfer of a cache line or two; a longer one lies in one
// piece in the byte area, and the cell says where. There are no addresses in it, so each process
// may map it elsewhere; zeroed memory is an empty ring.
//
// T1  Cell i (modulo the number of cells) holds message i once its word carries the sequence number
//     i + 1; the word is written last. A writer killed before that leaves the ring as if it had
//     never begun.
// T2  Only the writer writes cells and bytes, and only those of messages below `consumed` plus the
//     number of cells (the byte area likewise: what message `consumed` and later ones occupy is not
//     touched).
// T3  `consumed` is written by the reader only and never goes down.
// T4  A writer that finds everything read begins again where the byte area begins, so a large one
//     costs no more memory and no more cache than what is on its way at once.
//
// Threads: one at a time in a writer, one at a time in a reader's front and pop; ready() from any
// thread: a reader that goes on meanwhile makes it true, never wrongly false. Edges: MESSAGE (put
// -> front), ROOM (pop -> refresh).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <skua/base/atomic.hpp>

#include "transport/lines.hpp"
#include "transport/transport.hpp"

namespace skua::transport {

struct alignas(line_pair) ring_cell {
  static constexpr std::size_t inside = 112;

  base::atomic<std::uint64_t> word;  ///< sequence number above, length in bytes below
  std::uint32_t kind;
  std::uint32_t at;  ///< where in the byte area, when longer than `inside`
  std::byte body[inside];
};
static_assert(sizeof(ring_cell) == line_pair && base::atomic<std::uint64_t>::is_always_lock_free);

/// How large the parts of a ring are; all processes must agree.
struct ring_shape {
  static constexpr std::size_t most_cells = 512;  // they are all used in turn: 64 KiB stay in a cache

  std::uint32_t cells;  ///< a power of two
  std::uint32_t bytes;  ///< of the byte area, a multiple of 64

  /// A quarter for cells, but no more than `most_cells`, the rest for long messages. `capacity`: a
  /// power of two of at least 4 KiB and at most 1 GiB.
  static ring_shape of(std::size_t capacity) noexcept;
  std::size_t footprint() const noexcept { return line_pair + cells * sizeof(ring_cell) + bytes; }
  /// A quarter of the byte area: several are on their way at once, and there is always a place for
  /// one when empty.
  std::size_t largest() const noexcept { return bytes / 4; }
};

/// The parts of a ring in this process's memory.
struct ring_view {
  ring_view(std::byte* memory, ring_shape shape) noexcept;

  base::atomic<std::uint64_t>* consumed;
  ring_cell* cells;
  std::byte* bytes;
};

class ring_writer {
 public:
  /// The ring must be empty and new. `memory` is aligned to a line pair.
  ring_writer(std::byte* memory, ring_shape shape);
  /// Head and body as one message of at most shape.largest() bytes; false: no room.
  bool put(std::uint32_t kind, transport::bytes head, transport::bytes body) noexcept;

 private:
  bool refresh() noexcept;
  void begin_again() noexcept;
  bool claim(std::size_t length, std::uint64_t& start) noexcept;

  ring_view ring_;
  ring_shape shape_;
  std::uint64_t next_ = 0;                 // the message to be written
  std::uint64_t consumed_ = 0;             // what we last knew of the reader
  std::uint64_t filled_ = 0;               // bytes of the byte area given out, counted through all laps
  std::uint64_t freed_ = 0;                // bytes of it known to be free again
  std::uint64_t look_back_at_ = 0;         // how many are given out when it is time to see whether all were read
  std::unique_ptr<std::uint64_t[]> ends_;  // per cell: filled_ after its message
};

class ring_reader {
 public:
  struct message {
    std::uint32_t kind;
    transport::bytes body;
  };

  ring_reader(std::byte* memory, ring_shape shape) noexcept;
  bool ready() const noexcept;
  /// The oldest message, if any; it stays where it is until pop.
  bool front(message& out) const noexcept;
  void pop() noexcept;

 private:
  ring_view ring_;
  std::uint32_t mask_;
  base::atomic<std::uint64_t> next_{0};  // = consumed, in our own memory
};

}  // namespace skua::transport
