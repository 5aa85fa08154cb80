// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fast boxes, as in MPICH Nemesis and Open MPI vader: short data from one member of a set to
// another one of the same host, in the reader's global memory. A write costs one cache line and a
// fence. The reader polls: no transport message, no doorbell, no queue.
//
//   FASTBOX-1  Entries are read in the order in which they were written, once each (edge STAMP:
//     `stamp`).
//   FASTBOX-2  A line is written again only after it was read (edge EMPTIED: `read_count`).
//   FASTBOX-3  A reader that stops polling sets `sleeping`, then polls once more. A writer writes
//     its entry, then reads `sleeping`. Both put a full fence between the two (store buffering), so
//     at least one of them sees the other (edge READER-SLEEP). A writer that sees `sleeping` sends
//     a transport message, at which the reader polls the box.
//
// Threads: one writer and one reader at a time, under the locks of their groups; any thread may
// call `any`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <skua/detail/base/atomic.hpp>

#include "collective/protocol.hpp"

namespace skua::collective {

inline constexpr std::size_t line_bytes = 64;
inline constexpr std::size_t fast_box_payload = 32;  // bytes; together with the header, one cache line
#if defined(SKUA_MODEL)
inline constexpr std::uint64_t fast_box_entries = 2;  // so that the model fills the box
#else
inline constexpr std::uint64_t fast_box_entries = 16;
#endif

struct alignas(line_bytes) fast_box_entry {
  base::atomic<std::uint64_t> stamp{0};  // index of this entry in the box, from 1
  base::atomic<std::uint64_t> round{0};  // `stamp` orders this and all members below
  std::uint64_t completed_through = 0;
  std::uint32_t count = 0;
  message_kind kind{};
  std::uint16_t bytes = 0;
  std::byte text[fast_box_payload];

  // relaxed: ordered by the stamp
  [[nodiscard]] std::uint64_t which_round() const noexcept { return round.load(std::memory_order_relaxed); }
  [[nodiscard]] std::span<std::byte const> body() const noexcept { return {text, bytes}; }
};
#if !defined(SKUA_MODEL)
static_assert(sizeof(fast_box_entry) == line_bytes);
#endif

/// Zeroed memory is an empty box.
struct fast_box {
  alignas(line_bytes) base::atomic<std::uint32_t> sleeping{0};    // the reader does not poll; rarely written
  alignas(line_bytes) base::atomic<std::uint64_t> read_count{0};  // entries read; updated after every half box
  fast_box_entry lines[fast_box_entries];
};

class fast_box_writer {
 public:
  void open(fast_box* box) noexcept { box_ = box; }
  [[nodiscard]] bool is_open() const noexcept { return box_ != nullptr; }

  /// Returns false if the box is full.
  [[nodiscard]] bool write(message_kind kind, std::uint64_t round, std::uint64_t completed_through, std::uint32_t count,
                           std::span<std::byte const> body) noexcept {
    if (written_ - known_read_ == fast_box_entries) {
      known_read_ = box_->read_count.load(std::memory_order_acquire);  // sync: EMPTIED <- read
      if (written_ - known_read_ == fast_box_entries) return false;
    }
    fast_box_entry& entry = box_->lines[written_ % fast_box_entries];
    entry.round.store(round, std::memory_order_relaxed);  // relaxed: ordered by the stamp
    entry.completed_through = completed_through;
    entry.count = count;
    entry.kind = kind;
    entry.bytes = static_cast<std::uint16_t>(body.size());
    if (!body.empty()) std::memcpy(entry.text, body.data(), body.size());
    // sync: STAMP -> read
    entry.stamp.store(++written_,
                      base::mutated("fast_box.stamp") ? std::memory_order_relaxed : std::memory_order_release);
    return true;
  }
  /// Called after a write: whether the writer must send a transport message to the reader.
  [[nodiscard]] bool reader_sleeps() const noexcept {
    if (!base::mutated("fast_box.write_fence")) base::full_fence();
    return box_->sleeping.load(std::memory_order_relaxed) != 0;  // sync: READER-SLEEP <-> begin_sleep
  }

 private:
  fast_box* box_ = nullptr;
  std::uint64_t written_ = 0;
  std::uint64_t known_read_ = 0;
};

class fast_box_reader {
 public:
  void open(fast_box* box) noexcept { box_ = box; }
  [[nodiscard]] bool is_open() const noexcept { return box_ != nullptr; }

  /// Whether there is an entry to read.
  [[nodiscard]] bool any() const noexcept {
    // relaxed: a hint without the lock; under it, only the caller writes it
    std::uint64_t const n = read_.load(std::memory_order_relaxed);
    return box_->lines[n % fast_box_entries].stamp.load(std::memory_order_acquire) == n + 1;  // sync: STAMP <- write
  }
  /// Calls function(entry) for every entry in the box.
  template <class F>
  void read(F&& function) noexcept {
    std::uint64_t n = read_.load(std::memory_order_relaxed);  // relaxed: only the reader writes it
    while (any()) {
      function(box_->lines[n % fast_box_entries]);
      read_.store(++n, std::memory_order_relaxed);  // relaxed: as above
      // After every half box: rarely enough that the writer keeps its copy of that cache line, and
      // often enough that it never finds the box full for long.
      if (n % (fast_box_entries / 2) == 0)
        box_->read_count.store(n, std::memory_order_release);  // sync: EMPTIED -> write
    }
  }
  /// From now on the reader polls only after a transport message. The caller must poll once more.
  void begin_sleep() noexcept {
    box_->sleeping.store(1, std::memory_order_relaxed);  // sync: READER-SLEEP <-> reader_sleeps
    if (!base::mutated("fast_box.sleep_fence")) base::full_fence();
  }
  // relaxed: a writer that still sees 1 sends one unnecessary message
  void end_sleep() noexcept { box_->sleeping.store(0, std::memory_order_relaxed); }

 private:
  fast_box* box_ = nullptr;
  base::atomic<std::uint64_t> read_{0};
};

}  // namespace skua::collective
