// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table over all places, and the location of its words.

#pragma once

#include <cstddef>
#include <cstdint>
#include <skua/memory.hpp>
#include <skua/place.hpp>
#include <vector>

#include "problem.hpp"

namespace apps::gups {

/// A handle; tasks carry copies of it.
struct table {
  parameters settings;
  skua::shared_array<std::uint64_t> words;  ///< one block at each place

  explicit table(parameters const& p) : settings(p), words(p.words()) {}

  /// The number of the first word of the caller's place; beyond the table if the place has none.
  [[nodiscard]] std::size_t first() const noexcept {
    return words.shape().block() * static_cast<std::size_t>(skua::here());
  }
};

/// Locates words without calls of the array; each task makes its own.
class word_finder {
 public:
  explicit word_finder(table const& t)
      : mask_(static_cast<std::uint32_t>(t.settings.words() - 1)),
        block_(static_cast<std::uint32_t>(t.words.shape().block())) {
    for (int p = 0; p < t.words.shape().places(); ++p) parts_.push_back(t.words.part(p));
  }
  /// The place and the word that the number x changes.
  [[nodiscard]] std::size_t place_of(std::uint64_t x) const noexcept {
    return (static_cast<std::uint32_t>(x) & mask_) / block_;
  }
  [[nodiscard]] skua::global_ptr<std::uint64_t> word_of(std::uint64_t x) const noexcept {
    std::uint32_t const i = static_cast<std::uint32_t>(x) & mask_;
    std::uint32_t const p = i / block_;
    return parts_[p] + static_cast<std::ptrdiff_t>(i - p * block_);
  }

 private:
  std::uint32_t mask_;
  std::uint32_t block_;  // 32 bits: their division takes half the time
  std::vector<skua::global_ptr<std::uint64_t>> parts_;
};

}  // namespace apps::gups
