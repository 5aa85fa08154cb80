// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for the elements of a peer in an operation that combines them, and the sizes from which
// data counts as long.
#pragma once

#include <cstddef>
#include <new>

#include <skua/detail/collective/participation.hpp>

namespace skua::collective {

inline constexpr std::size_t short_data = 32 * 1024;
inline constexpr std::size_t usual_segment = 64 * 1024;  // small enough to be combined in the cache

/// Memory for received elements, aligned for any type. The destructor first drops everything that
/// is expected into it.
class scratch {
 public:
  scratch(participation& participant, std::size_t n)
      : participation_(participant),
        memory_(n <= sizeof small_ ? small_ : static_cast<std::byte*>(::operator new(n, alignment))) {}
  ~scratch() {
    participation_.drop();
    if (memory_ != small_) ::operator delete(memory_, alignment);
  }
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  [[nodiscard]] std::byte* at(std::size_t offset) const noexcept { return memory_ + offset; }

 private:
  static constexpr std::align_val_t alignment{128};
  participation& participation_;
  std::byte* memory_;
  alignas(128) std::byte small_[256];
};

}  // namespace skua::collective
