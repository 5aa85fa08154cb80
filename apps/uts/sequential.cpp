// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search as one would write it without a library of tasks. An explicit stack, since
// binomial trees are up to a million levels deep; it is no slower than recursion: the hashes of
// siblings overlap.

#include <algorithm>
#include <vector>

#include "walk.hpp"

namespace apps::uts {
namespace {

template <typename Hash>
totals walk(tree const& what) {
  totals found;
  std::vector<node> open{what.root()};
  while (!open.empty()) {
    node const here = open.back();
    open.pop_back();
    ++found.nodes;
    int const children = what.children(here);
    if (children == 0) {
      ++found.leaves;
      found.depth = std::max(found.depth, static_cast<std::uint64_t>(here.depth));
      continue;
    }
    for (int i = 0; i < children; ++i) open.push_back(what.child<Hash>(here, static_cast<std::uint32_t>(i)));
  }
  return found;
}

}  // namespace

totals walk_sequential(tree const& what) {
  return with_fastest_hash([&](auto hash) { return walk<decltype(hash)>(what); });
}

}  // namespace apps::uts
