// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where one member of a set leaves short sayings for another one of the same host: a box in the
// reader's global memory. A letter costs the writer one line of cache and a fence, and the reader
// finds it by looking: no message, no bell, no queue.
//
// L1 Letters are read in the order in which they were written, once each (edge LETTER: `stamp`).
// L2 A line is written again after it was read only (edge EMPTIED: `taken`).
// L3 A reader that will not look any more says so, then looks once more; a writer writes, then
//    looks whether the reader has said so. With a full fence between the two on both sides (store
//    buffering) one of them sees the other (edge DOZE); the writer then sends a message, which
//    makes the reader look.
//
// Threads: one writer and one reader at a time, which their groups' locks see to; `any` from
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <skua/base/atomic.hpp>

#include "collective/protocol.hpp"

namespace skua::collective {

inline constexpr std::size_t line_bytes = 64;
inline constexpr std::size_t longest_letter = 32;  // with what stands before it, one line
#if defined(SKUA_MODEL)
inline constexpr std::uint64_t letters_in_box = 2;  // soon full
#else
inline constexpr std::uint64_t letters_in_box = 16;
#endif

struct alignas(line_bytes) letter {
  base::atomic<std::uint64_t> stamp{0};  // which letter of the box this is, from 1
  base::atomic<std::uint64_t> round{0};  // not ordered by itself, as all that follows
  std::uint64_t through = 0;
  std::uint32_t count = 0;
  saying what{};
  std::uint16_t bytes = 0;
  std::byte text[longest_letter];

  // relaxed: as above
  [[nodiscard]] std::uint64_t which_round() const noexcept { return round.load(std::memory_order_relaxed); }
  [[nodiscard]] std::span<std::byte const> body() const noexcept { return {text, bytes}; }
};
#if !defined(SKUA_MODEL)
static_assert(sizeof(letter) == line_bytes);
#endif

/// Zeroes are an empty box.
struct letter_box {
  alignas(line_bytes) base::atomic<std::uint32_t> dozes{0};  // the reader looks no more; written seldom
  alignas(line_bytes) base::atomic<std::uint64_t> taken{0};  // how many were read, told from time to time
  letter lines[letters_in_box];
};

class letter_writer {
 public:
  void open(letter_box* box) noexcept { box_ = box; }
  [[nodiscard]] bool is_open() const noexcept { return box_ != nullptr; }

  /// False: there is no room.
  [[nodiscard]] bool write(saying what, std::uint64_t round, std::uint64_t through, std::uint32_t count,
                           std::span<std::byte const> body) noexcept {
    if (written_ - known_taken_ == letters_in_box) {
      known_taken_ = box_->taken.load(std::memory_order_acquire);  // sync: EMPTIED <- read
      if (written_ - known_taken_ == letters_in_box) return false;
    }
    letter& l = box_->lines[written_ % letters_in_box];
    l.round.store(round, std::memory_order_relaxed);  // relaxed: ordered by the stamp
    l.through = through;
    l.count = count;
    l.what = what;
    l.bytes = static_cast<std::uint16_t>(body.size());
    if (!body.empty()) std::memcpy(l.text, body.data(), body.size());
    // sync: LETTER -> read
    l.stamp.store(++written_, base::mutated("letters.stamp") ? std::memory_order_relaxed : std::memory_order_release);
    return true;
  }
  /// After a letter: whether the reader must be told.
  [[nodiscard]] bool reader_dozes() const noexcept {
    if (!base::mutated("letters.write_fence")) base::full_fence();
    return box_->dozes.load(std::memory_order_relaxed) != 0;  // sync: DOZE <-> doze
  }

 private:
  letter_box* box_ = nullptr;
  std::uint64_t written_ = 0;
  std::uint64_t known_taken_ = 0;
};

class letter_reader {
 public:
  void open(letter_box* box) noexcept { box_ = box; }
  [[nodiscard]] bool is_open() const noexcept { return box_ != nullptr; }

  /// Whether there is a letter to read.
  [[nodiscard]] bool any() const noexcept {
    // relaxed: a hint without the lock, our own under it
    std::uint64_t const n = read_.load(std::memory_order_relaxed);
    return box_->lines[n % letters_in_box].stamp.load(std::memory_order_acquire) == n + 1;  // sync: LETTER <- write
  }
  /// Calls f(letter) for every letter that is there.
  template <class F>
  void read(F&& f) noexcept {
    std::uint64_t n = read_.load(std::memory_order_relaxed);  // relaxed: only the reader writes it
    while (any()) {
      f(box_->lines[n % letters_in_box]);
      read_.store(++n, std::memory_order_relaxed);  // relaxed: as above
      // So seldom that the writer keeps its copy of that line, so often that it never waits for us
      // in vain.
      if (n % (letters_in_box / 2) == 0) box_->taken.store(n, std::memory_order_release);  // sync: EMPTIED -> write
    }
  }
  /// From now on the reader looks only when it is told to. Its caller looks once more.
  void doze() noexcept {
    box_->dozes.store(1, std::memory_order_relaxed);  // sync: DOZE <-> reader_dozes
    if (!base::mutated("letters.doze_fence")) base::full_fence();
  }
  // relaxed: a writer that still sees 1 sends a message too many
  void wake_up() noexcept { box_->dozes.store(0, std::memory_order_relaxed); }

 private:
  letter_box* box_ = nullptr;
  base::atomic<std::uint64_t> read_{0};
};

}  // namespace skua::collective
