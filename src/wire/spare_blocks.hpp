// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the memory of long messages for the next ones: pages that the kernel must clear and map
// first cost more than the copy into them.
//
// Any thread. The stored blocks together have at most `max_bytes`.
#pragma once

#include <array>
#include <cstddef>

#include <skua/detail/base/spinlock.hpp>

namespace skua::wire {

class spare_blocks {
 public:
  struct block {
    std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t min_bytes = std::size_t{64} << 10;  ///< shorter blocks come from the allocator
  static constexpr std::size_t max_bytes = std::size_t{16} << 20;

  spare_blocks() = default;
  ~spare_blocks();
  spare_blocks(spare_blocks const&) = delete;
  spare_blocks& operator=(spare_blocks const&) = delete;

  /// A block of at least that many bytes; throws std::bad_alloc.
  [[nodiscard]] block take(std::size_t bytes);
  /// Keeps the block if there is room; the larger ones stay.
  void give(block returned) noexcept;

 private:
  base::spinlock lock_;
  std::array<block, 4> blocks_{};
};

}  // namespace skua::wire
