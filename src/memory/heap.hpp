// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocator of offsets in a place's global memory; it does not access the memory. The caller holds
// a lock.
//
// Best fit: it takes the smallest free part that is large enough, at its low end, and merges
// adjacent free parts. No block lies at or above `top`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace skua::memory {

class heap {
 public:
  /// Every block begins at a multiple of it. No block begins at offset 0.
  static constexpr std::uint64_t grain = 16;

  /// `gap`: bytes that stay unused behind each block, so that an access beyond a block does not hit
  /// the next one.
  explicit heap(std::uint64_t bytes, std::uint64_t gap = 0) noexcept : end_(bytes / grain * grain), gap_(gap) {}

  /// Allocates with `alignment`, a power of two. Returns nullopt if no free part is large enough.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes, std::uint64_t alignment);
  /// The smallest size of a heap that could have such a block beside those in use; the largest
  /// number if that has no 64 bits.
  [[nodiscard]] std::uint64_t size_for(std::uint64_t bytes, std::uint64_t alignment) const noexcept;
  /// Frees a block; returns offset and size of the free part around it, after merging. Nothing:
  /// there is no such block.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> release(std::uint64_t offset);
  /// Whether these bytes lie within one block.
  [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  /// The nearest block at or below an offset, as text for an error message.
  [[nodiscard]] std::string near(std::uint64_t offset) const;

  [[nodiscard]] std::uint64_t in_use() const noexcept { return in_use_; }
  [[nodiscard]] std::uint64_t blocks() const noexcept { return live_.size(); }
  [[nodiscard]] std::uint64_t size() const noexcept { return end_; }

 private:
  struct block {
    std::uint64_t size;       // with rounding and gap
    std::uint64_t requested;  // bytes
  };
  void add_free(std::uint64_t offset, std::uint64_t size);
  void take_free(std::map<std::uint64_t, std::uint64_t>::iterator at);
  std::uint64_t cut(std::uint64_t offset, std::uint64_t size, block const& block, std::uint64_t alignment);

  std::uint64_t end_;
  std::uint64_t gap_;
  std::uint64_t top_ = grain;
  std::uint64_t in_use_ = 0;
  std::map<std::uint64_t, block> live_;                      // by offset
  std::map<std::uint64_t, std::uint64_t> free_;              // by offset: size; below top_, never adjacent
  std::set<std::pair<std::uint64_t, std::uint64_t>> sizes_;  // of the free parts: size, offset
};

}  // namespace skua::memory
