// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locations of the elements of a shared array: blocks of equal size, assigned to the places round
// robin.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <skua/detail/base/check.hpp>

namespace skua {

/// Element i lies in block i / block; block b lies at place b % places.
class distribution {
 public:
  /// `block` 0: one block for each place. `places` at least 1.
  constexpr distribution(std::size_t size, std::size_t block, int places) noexcept
      : size_(size),
        block_(block != 0  ? block
               : size == 0 ? 1
                           : (size - 1) / static_cast<std::size_t>(places > 0 ? places : 1) + 1),
        places_(static_cast<std::size_t>(places)) {
    if (places < 1) base::broken_contract("distribution: expected at least one place");
  }

  /// The number of elements.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  /// The elements of a block.
  [[nodiscard]] constexpr std::size_t block() const noexcept { return block_; }
  /// The number of places.
  [[nodiscard]] constexpr int places() const noexcept { return static_cast<int>(places_); }
  /// The place of element i, counted from 0.
  [[nodiscard]] constexpr int place_of(std::size_t i) const noexcept {
    std::size_t const block = quotient(i, block_);
    return static_cast<int>(block - quotient(block, places_) * places_);
  }
  /// The index of the element in its place's part.
  [[nodiscard]] constexpr std::size_t position_of(std::size_t i) const noexcept {
    std::size_t const block = quotient(i, block_);
    return quotient(block, places_) * block_ + (i - block * block_);
  }
  /// The element at a position of a place's part.
  [[nodiscard]] constexpr std::size_t element_at(int place, std::size_t position) const noexcept {
    return (position / block_ * places_ + static_cast<std::size_t>(place)) * block_ + position % block_;
  }
  /// The number of elements of a place.
  [[nodiscard]] constexpr std::size_t size_at(int place) const noexcept {
    // No product that may overflow: a block may be larger than the array.
    std::size_t const full_blocks = size_ / block_;
    std::size_t const last_place = full_blocks % places_;  // of the block that is not full
    auto const position = static_cast<std::size_t>(place);
    std::size_t const share_of_rest = position < last_place ? block_ : position == last_place ? size_ % block_ : 0;
    return full_blocks / places_ * block_ + share_of_rest;
  }

 private:
  /// n / `divisor`. Most blocks and many numbers of places are powers of two, for which a shift is
  /// faster.
  static constexpr std::size_t quotient(std::size_t n, std::size_t divisor) noexcept {
    return (divisor & (divisor - 1)) == 0 ? n >> std::countr_zero(divisor) : n / divisor;
  }

  std::size_t size_;
  std::size_t block_;
  std::size_t places_;
};

}  // namespace skua
