// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tree T1 of unbalanced tree search, by the code of the application, and what its peers count
// in.
#pragma once

#include <cstdint>

#include "uts/tree.hpp"
#include "uts/walk.hpp"

namespace bench {

/// -t 1 -a 3 -d 10 -b 4 -r 19; 4,130,071 nodes.
inline apps::uts::tree t1() {
  apps::uts::parameters what;
  what.type = apps::uts::tree_type::geometric;
  what.shape = apps::uts::tree_shape::fixed;
  what.branching = 4;
  what.depth = 10;
  what.seed = 19;
  return apps::uts::tree(what);
}
inline constexpr apps::uts::totals t1_answer{4'130'071, 3'305'118, 10};

/// What one thread found; a cache line each, so that threads do not disturb each other.
struct alignas(64) uts_counts {
  apps::uts::totals found;

  void add(apps::uts::node const& node, int children) {
    ++found.nodes;
    if (children > 0) return;
    ++found.leaves;
    auto const depth = static_cast<std::uint64_t>(node.depth);
    if (depth > found.depth) found.depth = depth;
  }
};

/// Enough for the two threads of the peers.
struct uts_team {
  uts_counts of[2];

  apps::uts::totals all() const {
    apps::uts::totals sum = of[0].found;
    sum.nodes += of[1].found.nodes;
    sum.leaves += of[1].found.leaves;
    if (of[1].found.depth > sum.depth) sum.depth = of[1].found.depth;
    return sum;
  }
};

}  // namespace bench
