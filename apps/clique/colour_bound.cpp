// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "colour_bound.hpp"

#include <bit>

namespace apps::clique {

int colour_bound(graph const& input) {
  std::vector<std::uint64_t> uncoloured(input.words());
  for (int v = 0; v < input.order(); ++v) uncoloured[static_cast<std::size_t>(v / 64)] |= std::uint64_t{1} << (v % 64);
  int remaining = input.order();
  int colours = 0;
  for (; remaining > 0; ++colours) {
    auto candidates = uncoloured;  // not joined to any vertex of this colour
    for (std::size_t word = 0; word < candidates.size(); ++word) {
      while (candidates[word] != 0) {
        int const bit = std::countr_zero(candidates[word]);
        candidates[word] &= candidates[word] - 1;
        uncoloured[word] &= ~(std::uint64_t{1} << bit);
        --remaining;
        std::uint64_t const* const neighbours = input.row(static_cast<int>(word) * 64 + bit);
        for (std::size_t i = word; i < candidates.size(); ++i) candidates[i] &= ~neighbours[i];
      }
    }
  }
  return colours;
}

}  // namespace apps::clique
