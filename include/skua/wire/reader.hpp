// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader: it takes bytes from a message of unknown origin, and never reads beyond its end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <skua/detail/base/config.hpp>
#include <skua/wire/malformed.hpp>

namespace skua::wire {

/// A vector as a span. The constructor of the span would be compiled again for each program.
std::span<std::byte const> view_of(std::vector<std::byte> const& bytes) noexcept;

/// Reads bytes in the order in which a writer appended them. Every operation throws malformed if
/// the message ends too early.
class reader {
 public:
  explicit reader(std::span<std::byte const> bytes) noexcept : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  SKUA_INLINE void raw(void* memory, std::size_t n) {
    need(n);
    if (n != 0) std::memcpy(memory, next_, n);
    next_ += n;
  }

  /// The next sizeof(T) bytes as a value. Every bit pattern must be a value of T; the caller must
  /// ensure that.
  template <class T>
  SKUA_INLINE T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    need(sizeof(T));
    std::byte bytes[sizeof(T)];
    std::memcpy(bytes, next_, sizeof(T));
    next_ += sizeof(T);
    return std::bit_cast<T>(bytes);
  }

  /// A number of elements, each of at least `min_bytes` bytes. Throws malformed if the rest of the
  /// message cannot hold that many.
  SKUA_INLINE std::size_t get_length(std::size_t min_bytes = 1) {
    std::uint64_t n = get<std::uint8_t>();
    if (SKUA_UNLIKELY(n == 255)) n = get<std::uint64_t>();
    if (SKUA_UNLIKELY(n > remaining() / min_bytes)) throw_malformed("a length beyond the end of the message");
    return n;
  }

  /// The number of bytes that remain.
  [[nodiscard]] std::size_t remaining() const noexcept { return static_cast<std::size_t>(end_ - next_); }
  /// The next n bytes, in place; valid as long as the message.
  SKUA_INLINE std::span<std::byte const> take(std::size_t n) {
    need(n);
    std::span<std::byte const> const bytes{next_, n};
    next_ += n;
    return bytes;
  }
  /// The nesting depth of the value being read; for codecs of recursive types.
  [[nodiscard]] unsigned& depth() noexcept { return depth_; }

 private:
  SKUA_INLINE void need(std::size_t n) const {
    if (SKUA_UNLIKELY(n > remaining())) throw_malformed("it ends too early");
  }

  std::byte const* next_;
  std::byte const* end_;
  unsigned depth_ = 0;
};

}  // namespace skua::wire
