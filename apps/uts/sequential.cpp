// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search as a program without a task library does it. It has an explicit stack,
// since binomial trees are up to a million levels deep. The stack is no slower than recursion: the
// hashes of siblings overlap.

#include <algorithm>
#include <vector>

#include "walk.hpp"

namespace apps::uts {
namespace {

template <typename Hash>
totals walk(tree const& input) {
  totals sum;
  std::vector<node> open{input.root()};
  while (!open.empty()) {
    node const current = open.back();
    open.pop_back();
    ++sum.nodes;
    int const children = input.children(current);
    if (children == 0) {
      ++sum.leaves;
      sum.depth = std::max(sum.depth, static_cast<std::uint64_t>(current.depth));
      continue;
    }
    for (int i = 0; i < children; ++i) open.push_back(input.child<Hash>(current, static_cast<std::uint32_t>(i)));
  }
  return sum;
}

}  // namespace

totals walk_sequential(tree const& input) {
  return with_fastest_hash([&](auto hash) { return walk<decltype(hash)>(input); });
}

}  // namespace apps::uts
