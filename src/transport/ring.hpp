// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages from one place to another: a ring in memory that two processes may share. One writer,
// one reader.
//
// A ring is a cache line with the reader's count, then cells, then a byte area. A message of at
// most 112 bytes lies in its cell, so it costs the transfer of one or two cache lines. A longer
// message lies in one piece in the byte area, and the cell holds its offset. A ring contains no
// addresses, so each process may map it at another one. Zeroed memory is an empty ring.
//
// A writer that sends faster than the reader reads makes few messages of many: it puts one into the
// byte area with room behind it, and later ones with that key join it there until the reader comes.
// No message waits for others.
//
//   RING-1  Cell i (modulo the number of cells) holds message i once its word carries the sequence
//     number i + 1; the writer writes the word last. A writer killed before that leaves the ring as
//     if it had never begun the message.
//   RING-2  Only the writer writes cells and bytes, and only for messages below `consumed` plus the
//     number of cells. In the byte area it does not touch the bytes of message `consumed` and later
//     ones.
//   RING-3  Only the reader writes `consumed`, which never goes down.
//   RING-4  A writer that finds all messages read continues at the beginning of the byte area. A
//     large byte area therefore costs no more memory and cache than the messages that are in flight
//     at once.
//   RING-5  Only a message whose word is marked as open grows, and only the newest one: the writer
//     writes behind it and then raises the length by a compare-and-swap. The reader takes the mark
//     away before it reads, so it reads all that has joined, and nothing joins afterwards.
//
// Threads: one at a time in a writer, and one at a time in a reader's front and pop. Any thread may
// call ready(); a concurrent reader can make it wrongly true, never wrongly false. Edges: MESSAGE
// (put -> front; join -> front), ROOM (pop -> refresh).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <skua/detail/base/atomic.hpp>

#include "transport/false_sharing.hpp"
#include "transport/ring_word.hpp"
#include "transport/transport.hpp"

namespace skua::transport {

struct alignas(line_pair) ring_cell {
  static constexpr std::size_t inside = 112;

  ring_word word;
  std::uint32_t kind;
  std::uint32_t offset;  ///< offset in the byte area of a message that lies there
  std::byte body[inside];
};
static_assert(sizeof(ring_cell) == line_pair && std::is_standard_layout_v<ring_cell>);

/// The sizes of a ring's parts; all processes must agree on them.
struct ring_shape {
  static constexpr std::size_t most_cells = 512;  // all are used in turn: 64 KiB fit into a cache

  std::uint32_t cells;  ///< a power of two
  std::uint32_t bytes;  ///< of the byte area, a multiple of 64

  /// A quarter of `capacity` for cells, but at most `most_cells`; the rest for long messages.
  /// `capacity`: a power of two from 4 KiB to 1 GiB.
  static ring_shape of(std::size_t capacity) noexcept;
  std::size_t footprint() const noexcept { return line_pair + cells * sizeof(ring_cell) + bytes; }
  /// A quarter of the byte area: several such messages can be in flight at once, and an empty ring
  /// always has space for one in one piece.
  std::size_t largest() const noexcept { return bytes / 4; }
};

/// The parts of a ring, as mapped into this process.
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
  /// Writes head and body as one message of at most shape.largest() bytes. Returns false if there
  /// is no room. Messages of one key that is not 0 may be joined by later ones.
  bool put(std::uint32_t kind, transport::bytes head, transport::bytes body, std::uint64_t key = 0) noexcept;
  /// Adds the body to the newest message, if that has this key and is still open. Returns false if
  /// it must be a new message.
  bool join(std::uint64_t key, transport::bytes body) noexcept;

 private:
  static constexpr int sent_alone = 16;  // so many, after a message that the reader took before others joined it

  void close() noexcept;
  bool refresh() noexcept;
  void begin_again() noexcept;
  bool claim(std::size_t length, std::uint64_t& start) noexcept;

  ring_view ring_;
  ring_shape shape_;
  std::uint64_t next_ = 0;                 // index of the next message to write
  std::uint64_t consumed_ = 0;             // the reader's count when last read
  std::uint64_t filled_ = 0;               // bytes of the byte area handed out, counted through all laps
  std::uint64_t freed_ = 0;                // of them, bytes known to be free again
  std::uint64_t recheck_at_ = 0;           // value of filled_ at which begin_again checks whether all were read
  std::unique_ptr<std::uint64_t[]> ends_;  // per cell: filled_ after its message
  std::size_t open_bytes_;                 // most bytes of a message that others may join
  // the newest message
  std::uint64_t key_ = 0;
  std::uint64_t open_at_ = 0;    // where it begins in the byte area, counted through all laps
  std::size_t open_length_ = 0;  // 0: nothing can join it
  int alone_ = 0;                // the number of its successors that nothing shall join
};

class ring_reader {
 public:
  struct message {
    std::uint32_t kind;
    transport::bytes body;
  };

  ring_reader(std::byte* memory, ring_shape shape) noexcept;
  bool ready() const noexcept;
  /// The oldest message, if any; its bytes stay valid until pop.
  bool front(message& out) const noexcept;
  void pop() noexcept;

 private:
  ring_view ring_;
  std::uint32_t mask_;
  base::atomic<std::uint64_t> next_{0};  // = consumed, in our own memory
};

}  // namespace skua::transport
