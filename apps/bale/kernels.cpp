// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels.hpp"

#include <algorithm>
#include <array>
#include <skua/skua.hpp>

namespace apps::bale {

std::span<kernel const> kernels() noexcept {
  static constexpr std::array<kernel, 6> list{{
      {"histogram", "updates", &histogram, &histogram_threads},
      {"index-gather", "reads", &index_gather, &index_gather_threads},
      {"permutation", "darts", &permutation, &permutation_threads},
      {"transpose", "entries", &transpose, &transpose_threads},
      {"topological-sort", "entries", &topological_sort, &topological_sort_threads},
      {"triangles", "pairs", &triangles, &triangles_threads},
  }};
  return list;
}

words copy_of(shared_words const& array) {
  words copy(array.size());
  std::size_t const block = array.shape().block();
  for (std::size_t first = 0; first < copy.size(); first += block)
    skua::get(array.pointer(first), std::span(copy).subspan(first, std::min(block, copy.size() - first))).get();
  return copy;
}

shared_words words_of_operations(parameters const& p) {
  shared_words const targets(p.operations());
  skua::finish([&] { skua::for_async(targets, [p](std::size_t i, std::uint64_t& word) { word = p.word_of(i); }); });
  return targets;
}

}  // namespace apps::bale
