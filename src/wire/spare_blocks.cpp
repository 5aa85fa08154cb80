// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/spare_blocks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace skua::wire {

spare_blocks::~spare_blocks() {
  for (block const& k : blocks_) delete[] k.data;
}

spare_blocks::block spare_blocks::take(std::size_t bytes) {
  if (bytes >= min_bytes) {
    base::spin_guard const hold(lock_);
    block* best = nullptr;
    for (block& k : blocks_) {
      if (k.bytes >= bytes && (best == nullptr || k.bytes < best->bytes)) best = &k;
    }
    if (best != nullptr) return std::exchange(*best, {});
    // A power of two fits again more often; its unused part is never touched.
    if (bytes <= max_bytes) bytes = std::bit_ceil(bytes);
  }
  return {new std::byte[bytes], bytes};
}

void spare_blocks::give(block b) noexcept {
  std::array<block, 5> candidates{};
  if (b.bytes >= min_bytes) {
    base::spin_guard const hold(lock_);
    std::copy(blocks_.begin(), blocks_.end(), candidates.begin());
    candidates.back() = b;
    std::sort(candidates.begin(), candidates.end(), [](block const& x, block const& y) { return x.bytes > y.bytes; });
    std::size_t bytes = 0;
    std::size_t kept_count = 0;
    for (block& k : candidates) {
      bool const fits = kept_count < blocks_.size() && bytes + k.bytes <= max_bytes;
      if (!fits) continue;
      bytes += k.bytes;
      blocks_[kept_count++] = std::exchange(k, {});
    }
    std::fill(blocks_.begin() + static_cast<std::ptrdiff_t>(kept_count), blocks_.end(), block{});
  } else {
    candidates.back() = b;
  }
  for (block const& k : candidates) delete[] k.data;
}

}  // namespace skua::wire
