// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of long messages that have gone, for the next ones: pages that the kernel has to clear and
// map first cost more than the copy into them.
//
// Any thread. All together keep at most `most_bytes`.
#pragma once

#include <array>
#include <cstddef>

#include <skua/base/spinlock.hpp>

namespace skua::wire {

class spare_blocks {
 public:
  struct block {
    std::byte* at = nullptr;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t least = std::size_t{64} << 10;  ///< shorter ones are for the allocator
  static constexpr std::size_t most_bytes = std::size_t{16} << 20;

  spare_blocks() = default;
  ~spare_blocks();
  spare_blocks(spare_blocks const&) = delete;
  spare_blocks& operator=(spare_blocks const&) = delete;

  /// Of at least so many bytes; throws std::bad_alloc.
  [[nodiscard]] block take(std::size_t bytes);
  /// Keeps it, or others that are larger.
  void give(block b) noexcept;

 private:
  base::spinlock lock_;
  std::array<block, 4> kept_{};
};

}  // namespace skua::wire
