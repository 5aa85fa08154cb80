// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/spare_blocks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace skua::wire {

spare_blocks::~spare_blocks() {
  for (block const& block : blocks_) delete[] block.data;
}

spare_blocks::block spare_blocks::take(std::size_t bytes) {
  if (bytes >= min_bytes) {
    base::spin_guard const hold(lock_);
    block* best = nullptr;
    for (block& block : blocks_) {
      if (block.bytes >= bytes && (best == nullptr || block.bytes < best->bytes)) best = &block;
    }
    if (best != nullptr) return std::exchange(*best, {});
    // A power of two fits again more often; its unused part is never touched.
    if (bytes <= max_bytes) bytes = std::bit_ceil(bytes);
  }
  return {new std::byte[bytes], bytes};
}

void spare_blocks::give(block returned) noexcept {
  std::array<block, 5> candidates{};
  if (returned.bytes >= min_bytes) {
    base::spin_guard const hold(lock_);
    std::copy(blocks_.begin(), blocks_.end(), candidates.begin());
    candidates.back() = returned;
    std::sort(candidates.begin(), candidates.end(),
              [](block const& kept_block, block const& block) { return kept_block.bytes > block.bytes; });
    std::size_t bytes = 0;
    std::size_t kept_count = 0;
    for (block& block : candidates) {
      bool const fits = kept_count < blocks_.size() && bytes + block.bytes <= max_bytes;
      if (!fits) continue;
      bytes += block.bytes;
      blocks_[kept_count++] = std::exchange(block, {});
    }
    std::fill(blocks_.begin() + static_cast<std::ptrdiff_t>(kept_count), blocks_.end(), block{});
  } else {
    candidates.back() = returned;
  }
  for (block const& block : candidates) delete[] block.data;
}

}  // namespace skua::wire
