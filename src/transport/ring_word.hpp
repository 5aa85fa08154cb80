// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The word of a ring's cell: which message lies there, how long it is, and whether others may join
// it (RING-1 and RING-5 in ring.hpp). Explored in tests/model/ring_word_model.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/config.hpp>

namespace skua::transport {

class ring_word {
 public:
  struct extent {
    std::size_t length;
    bool is_outside;  ///< it lies in the byte area
  };

  /// Whether the cell holds the message of that index, or a later one.
  bool has_reached(std::uint64_t index) const noexcept {
    auto const word = value_.load(std::memory_order_relaxed);  // relaxed: a hint; take looks again
    return static_cast<std::int32_t>(sequence_of(word) - static_cast<std::uint32_t>(index + 1)) >= 0;
  }
  /// Writer: the message is complete. An open one lies in the byte area.
  void publish(std::uint64_t index, extent message, bool is_open) noexcept {
    std::uint64_t const marks = is_open ? open | outside : message.is_outside ? outside : 0;
    value_.store(word_of(index, message.length) | marks, std::memory_order_release);  // sync: MESSAGE -> take
  }
  /// Writer: bytes have been written behind the open message. Returns false if the reader has
  /// taken it.
  bool extend(std::uint64_t index, std::size_t length, std::size_t longer) noexcept {
    std::uint64_t expected = word_of(index, length) | open | outside;
    // sync: MESSAGE -> take
    auto const success = base::mutated("ring_word.extend") ? std::memory_order_relaxed : std::memory_order_release;
    // sync: MESSAGE -> take
    return value_.compare_exchange_strong(expected, word_of(index, longer) | open | outside, success,
                                          std::memory_order_relaxed);
  }
  /// Reader: returns true and the extent if the message is there; from then on nothing joins it.
  bool take(std::uint64_t index, extent& message) noexcept {
    std::uint64_t word = value_.load(std::memory_order_acquire);  // sync: MESSAGE <- publish
    if (sequence_of(word) != static_cast<std::uint32_t>(index + 1)) return false;
    if (SKUA_UNLIKELY((word & open) != 0) && !base::mutated("ring_word.take"))
      word = value_.fetch_and(~open, std::memory_order_acquire);  // sync: MESSAGE <- extend
    message = {word & length_mask, (word & outside) != 0};
    return true;
  }

 private:
  static constexpr std::uint64_t open = std::uint64_t{1} << 31, outside = std::uint64_t{1} << 30;
  static constexpr std::uint64_t length_mask = outside - 1;

  static constexpr std::uint64_t word_of(std::uint64_t index, std::size_t length) noexcept {
    return (index + 1) << 32 | length;
  }
  static constexpr std::uint32_t sequence_of(std::uint64_t word) noexcept {
    return static_cast<std::uint32_t>(word >> 32);
  }

  base::atomic<std::uint64_t> value_;
};

}  // namespace skua::transport
