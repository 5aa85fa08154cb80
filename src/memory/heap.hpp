// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which parts of a place's global memory are in use. Offsets only, no memory: the owner of a heap
// holds a lock.
//
// The smallest free part that is large enough is taken (at its low end); free neighbours become
// one. Everything from `top` on was never used.
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
  /// Every block begins at a multiple of it. Offset 0 is no block's.
  static constexpr std::uint64_t grain = 16;

  /// `gap`: bytes that stay unused behind each block, so that who goes beyond one is not in the
  /// next.
  explicit heap(std::uint64_t bytes, std::uint64_t gap = 0) noexcept : end_(bytes / grain * grain), gap_(gap) {}

  /// `alignment`: a power of two. Nothing if there is no room.
  std::optional<std::uint64_t> allocate(std::uint64_t bytes, std::uint64_t alignment);
  /// The bytes that are free now around the block (offset and size, free neighbours included), or
  /// nothing: there is no such block.
  std::optional<std::pair<std::uint64_t, std::uint64_t>> release(std::uint64_t offset);
  /// Whether these bytes are of one block.
  [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  /// The nearest block at or below an offset, for people.
  [[nodiscard]] std::string near(std::uint64_t offset) const;

  [[nodiscard]] std::uint64_t in_use() const noexcept { return in_use_; }
  [[nodiscard]] std::uint64_t blocks() const noexcept { return live_.size(); }
  [[nodiscard]] std::uint64_t size() const noexcept { return end_; }

 private:
  struct block {
    std::uint64_t size;   // what it takes up
    std::uint64_t asked;  // what was asked for
  };
  void add_free(std::uint64_t offset, std::uint64_t size);
  void take_free(std::map<std::uint64_t, std::uint64_t>::iterator at);
  std::uint64_t cut(std::uint64_t offset, std::uint64_t size, block const& wanted, std::uint64_t alignment);

  std::uint64_t end_;
  std::uint64_t gap_;
  std::uint64_t top_ = grain;
  std::uint64_t in_use_ = 0;
  std::map<std::uint64_t, block> live_;                      // by offset
  std::map<std::uint64_t, std::uint64_t> free_;              // by offset: size; below top_, never beside one another
  std::set<std::pair<std::uint64_t, std::uint64_t>> sizes_;  // of the free parts: size, offset
};

}  // namespace skua::memory
