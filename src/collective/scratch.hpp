// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for elements on their way through an operation that combines them, and when they are many.
#pragma once

#include <cstddef>
#include <new>

#include <skua/collective/turn.hpp>

namespace skua::collective {

inline constexpr std::size_t short_data = 32 * 1024;
inline constexpr std::size_t usual_segment = 64 * 1024;  // is combined while it is in the cache

/// Memory for what comes, aligned for any element; goes after everything expected into it was
/// dropped.
class scratch {
 public:
  scratch(turn& t, std::size_t n)
      : turn_(t), memory_(n <= sizeof small_ ? small_ : static_cast<std::byte*>(::operator new(n, alignment))) {}
  ~scratch() {
    turn_.drop();
    if (memory_ != small_) ::operator delete(memory_, alignment);
  }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  [[nodiscard]] std::byte* at(std::size_t offset) const noexcept { return memory_ + offset; }

 private:
  static constexpr std::align_val_t alignment{128};
  turn& turn_;
  std::byte* memory_;
  alignas(128) std::byte small_[256];
};

}  // namespace skua::collective
