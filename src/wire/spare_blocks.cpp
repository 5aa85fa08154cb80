// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/spare_blocks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace skua::wire {

spare_blocks::~spare_blocks() {
  for (block const& k : kept_) delete[] k.at;
}

spare_blocks::block spare_blocks::take(std::size_t bytes) {
  if (bytes >= least) {
    base::spin_guard const hold(lock_);
    block* best = nullptr;
    for (block& k : kept_) {
      if (k.bytes >= bytes && (best == nullptr || k.bytes < best->bytes)) best = &k;
    }
    if (best != nullptr) return std::exchange(*best, {});
    // Powers of two fit again more often; what of them is not used is never touched.
    if (bytes <= most_bytes) bytes = std::bit_ceil(bytes);
  }
  return {new std::byte[bytes], bytes};
}

void spare_blocks::give(block b) noexcept {
  std::array<block, 5> all{};
  if (b.bytes >= least) {
    base::spin_guard const hold(lock_);
    std::copy(kept_.begin(), kept_.end(), all.begin());
    all.back() = b;
    std::sort(all.begin(), all.end(), [](block const& x, block const& y) { return x.bytes > y.bytes; });
    std::size_t bytes = 0;
    std::size_t kept = 0;
    for (block& k : all) {
      bool const fits = kept < kept_.size() && bytes + k.bytes <= most_bytes;
      if (!fits) continue;
      bytes += k.bytes;
      kept_[kept++] = std::exchange(k, {});
    }
    std::fill(kept_.begin() + static_cast<std::ptrdiff_t>(kept), kept_.end(), block{});
  } else {
    all.back() = b;
  }
  for (block const& k : all) delete[] k.at;
}

}  // namespace skua::wire
