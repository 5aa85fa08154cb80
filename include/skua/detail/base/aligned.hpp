// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cache-line-aligned memory for objects that are allocated and freed often.
//
// glibc before 2.38 cuts an aligned allocation out of a larger block, and hardly ever reuses the
// remains of earlier aligned ones. A program that makes and frees millions of them grows without
// bound (measured: three times the memory in use). Here the allocator sees ordinary blocks of few
// sizes, which it reuses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

namespace skua::base {

inline constexpr std::size_t line_bytes = 64;

/// Returns memory aligned to line_bytes. Throws std::bad_alloc.
[[nodiscard]] inline void* allocate_lines(std::size_t bytes) {
  // the block is 16-byte aligned at least, so a pointer fits in front of the first line boundary
  void* const block = ::operator new(bytes + line_bytes);
  auto const line = (reinterpret_cast<std::uintptr_t>(block) / line_bytes + 1) * line_bytes;
  auto* const memory = reinterpret_cast<void**>(line);
  memory[-1] = block;
  return memory;
}

inline void release_lines(void* memory) noexcept {
  if (memory != nullptr) ::operator delete(static_cast<void**>(memory)[-1]);
}

/// An allocator for containers.
template <class T>
struct line_allocator {
  static_assert(alignof(T) <= line_bytes);
  using value_type = T;
  line_allocator() = default;
  template <class U>
  line_allocator(line_allocator<U> const&) noexcept {}
  [[nodiscard]] T* allocate(std::size_t n) { return static_cast<T*>(allocate_lines(n * sizeof(T))); }
  void deallocate(T* value, std::size_t) noexcept { release_lines(value); }
  friend bool operator==(line_allocator const&, line_allocator const&) noexcept { return true; }
};

}  // namespace skua::base
