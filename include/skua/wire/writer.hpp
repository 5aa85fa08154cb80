// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The writer: a buffer that grows, with room for a small message inside the object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <skua/detail/base/config.hpp>

namespace skua::wire {

/// The bytes of a value, as they are.
template <class T>
std::span<std::byte const> bytes_of(T const& value) noexcept {
  static_assert(std::is_trivially_copyable_v<T>);
  return {reinterpret_cast<std::byte const*>(std::addressof(value)), sizeof value};
}

/// Appends bytes. Up to inline_bytes of them need no memory from the heap; clear() keeps the
/// allocated memory.
class writer {
 public:
  static constexpr std::size_t inline_bytes = 256;

  writer() noexcept = default;
  writer(writer&& other) noexcept { take_from(other); }
  writer& operator=(writer&& other) noexcept {
    if (this == &other) return *this;
    if (has_heap()) give_heap();
    take_from(other);
    return *this;
  }
  ~writer() {
    if (has_heap()) give_heap();
  }

  /// Appends n bytes as they are.
  SKUA_INLINE void raw(void const* memory, std::size_t n) {
    if (SKUA_UNLIKELY(n > capacity_ - size_)) grow(n);
    if (n != 0) std::memcpy(data_ + size_, memory, n);
    size_ += n;
  }

  /// Appends the bytes of a trivially copyable value.
  template <class T>
  SKUA_INLINE void put(T const& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (SKUA_UNLIKELY(sizeof(T) > capacity_ - size_)) grow(sizeof(T));
    std::memcpy(data_ + size_, std::addressof(value), sizeof(T));
    size_ += sizeof(T);
  }

  /// Appends a number of elements: one byte if it is less than 255, nine otherwise.
  SKUA_INLINE void put_length(std::size_t n) {
    if (SKUA_LIKELY(n < 255)) {
      put(static_cast<std::uint8_t>(n));
    } else {
      put(std::uint8_t{255});
      put(std::uint64_t{n});
    }
  }

  /// Overwrites bytes written before, for a header with content that is known only at the end.
  template <class T>
  void put_at(std::size_t offset, T const& value) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(data_ + offset, std::addressof(value), sizeof(T));
  }

  /// The bytes written so far; valid until the next write.
  [[nodiscard]] std::span<std::byte const> view() const noexcept { return {data_, size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void clear() noexcept { size_ = 0; }
  /// Forgets everything after the first n bytes.
  void truncate(std::size_t n) noexcept { size_ = n; }
  /// The nesting depth of the value being written; for codecs of recursive types.
  [[nodiscard]] unsigned& depth() noexcept { return depth_; }

 private:
  [[nodiscard]] bool has_heap() const noexcept { return data_ != inline_; }
  SKUA_COLD void grow(std::size_t n);
  /// Keeps the memory of a long message for the next one, of any writer.
  SKUA_COLD void give_heap() noexcept;
  void take_from(writer& other) noexcept;

  std::byte* data_ = inline_;  // or memory from the heap
  std::size_t size_ = 0;
  std::size_t capacity_ = inline_bytes;
  unsigned depth_ = 0;
  alignas(16) std::byte inline_[inline_bytes];
};

}  // namespace skua::wire
