// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/heap.hpp"

#include <algorithm>
#include <iterator>

namespace skua::memory {
namespace {

constexpr std::uint64_t rounded(std::uint64_t n, std::uint64_t to) noexcept { return (n + to - 1) / to * to; }

}  // namespace

void heap::add_free(std::uint64_t offset, std::uint64_t size) {
  if (size == 0) return;
  free_.emplace(offset, size);
  sizes_.emplace(size, offset);
}

void heap::take_free(std::map<std::uint64_t, std::uint64_t>::iterator at) {
  sizes_.erase({at->second, at->first});
  free_.erase(at);
}

/// Allocates a block from a free part that is in no list; adds the rest on both sides to the free
/// parts.
std::uint64_t heap::cut(std::uint64_t offset, std::uint64_t size, block const& block, std::uint64_t alignment) {
  std::uint64_t const start = rounded(offset, alignment);
  add_free(offset, start - offset);
  add_free(start + block.size, offset + size - (start + block.size));
  live_.emplace(start, block);
  in_use_ += block.size;
  return start;
}

std::optional<std::uint64_t> heap::allocate(std::uint64_t bytes, std::uint64_t alignment) {
  if (bytes > end_) return std::nullopt;
  std::uint64_t const needed = rounded(std::max<std::uint64_t>(bytes, 1) + gap_, grain);
  alignment = std::max(alignment, grain);
  for (auto candidate = sizes_.lower_bound({needed, 0}); candidate != sizes_.end(); ++candidate) {
    auto const [size, offset] = *candidate;
    if (rounded(offset, alignment) + needed > offset + size) continue;  // too small once aligned
    take_free(free_.find(offset));
    return cut(offset, size, {needed, bytes}, alignment);
  }
  std::uint64_t const start = rounded(top_, alignment);
  if (start > end_ || needed > end_ - start) return std::nullopt;
  std::uint64_t const low = std::exchange(top_, start + needed);
  return cut(low, top_ - low, {needed, bytes}, alignment);
}

std::uint64_t heap::size_for(std::uint64_t bytes, std::uint64_t alignment) const noexcept {
  std::uint64_t const largest = ~std::uint64_t{0};
  std::uint64_t const start = rounded(top_, std::max(alignment, grain));
  if (start < top_ || bytes > largest - start - gap_ - grain) return largest;
  return start + rounded(std::max<std::uint64_t>(bytes, 1) + gap_, grain);
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> heap::release(std::uint64_t offset) {
  auto const entry = live_.find(offset);
  if (entry == live_.end()) return std::nullopt;
  std::uint64_t low = offset, high = offset + entry->second.size;
  in_use_ -= entry->second.size;
  live_.erase(entry);
  auto const above = free_.lower_bound(offset);
  if (above != free_.begin()) {
    if (auto const below = std::prev(above); below->first + below->second == low) {
      low = below->first;
      take_free(below);
    }
  }
  if (above != free_.end() && above->first == high) {
    high += above->second;
    take_free(above);
  }
  if (high == top_) {
    top_ = low;
  } else {
    add_free(low, high - low);
  }
  return std::pair(low, high - low);
}

bool heap::holds(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  auto const above = live_.upper_bound(offset);
  if (above == live_.begin()) return false;
  auto const& [begin, block] = *std::prev(above);
  return offset - begin <= block.requested && bytes <= block.requested - (offset - begin);
}

std::string heap::near(std::uint64_t offset) const {
  auto const above = live_.upper_bound(offset);
  if (above == live_.begin()) return "there is no block below it";
  auto const& [begin, block] = *std::prev(above);
  return "the nearest block below it is " + std::to_string(block.requested) + " bytes at offset " +
         std::to_string(begin);
}

}  // namespace skua::memory
