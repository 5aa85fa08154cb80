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

/// A block out of a part that is free and in no list; what is left on both sides is free.
std::uint64_t heap::cut(std::uint64_t offset, std::uint64_t size, block const& wanted, std::uint64_t alignment) {
  std::uint64_t const at = rounded(offset, alignment);
  add_free(offset, at - offset);
  add_free(at + wanted.size, offset + size - (at + wanted.size));
  live_.emplace(at, wanted);
  in_use_ += wanted.size;
  return at;
}

std::optional<std::uint64_t> heap::allocate(std::uint64_t bytes, std::uint64_t alignment) {
  if (bytes > end_) return std::nullopt;
  std::uint64_t const wanted = rounded(std::max<std::uint64_t>(bytes, 1) + gap_, grain);
  alignment = std::max(alignment, grain);
  for (auto it = sizes_.lower_bound({wanted, 0}); it != sizes_.end(); ++it) {
    auto const [size, offset] = *it;
    if (rounded(offset, alignment) + wanted > offset + size) continue;  // too small once aligned
    take_free(free_.find(offset));
    return cut(offset, size, {wanted, bytes}, alignment);
  }
  std::uint64_t const at = rounded(top_, alignment);
  if (at > end_ || wanted > end_ - at) return std::nullopt;
  std::uint64_t const low = std::exchange(top_, at + wanted);
  return cut(low, top_ - low, {wanted, bytes}, alignment);
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> heap::release(std::uint64_t offset) {
  auto const found = live_.find(offset);
  if (found == live_.end()) return std::nullopt;
  std::uint64_t low = offset, high = offset + found->second.size;
  in_use_ -= found->second.size;
  live_.erase(found);
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
  auto const& [begin, b] = *std::prev(above);
  return offset - begin <= b.asked && bytes <= b.asked - (offset - begin);
}

std::string heap::near(std::uint64_t offset) const {
  auto const above = live_.upper_bound(offset);
  if (above == live_.begin()) return "there is no block below it";
  auto const& [begin, b] = *std::prev(above);
  return "the nearest block below it is " + std::to_string(b.asked) + " bytes at offset " + std::to_string(begin);
}

}  // namespace skua::memory
