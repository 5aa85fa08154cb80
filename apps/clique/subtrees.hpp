// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the parts of a sequential search take.

#pragma once

#include <cstdint>
#include <vector>

#include "graph.hpp"

namespace apps::clique {

struct subtree {
  double seconds;       ///< on this machine
  std::uint64_t nodes;  ///< sets of candidates that were coloured
  int first;            ///< of the chosen vertices, which changes from one branch of the root to the next
};

/// Each subtree below `depth` chosen vertices, in search order; those that are cut off at once are
/// not there.
std::vector<subtree> subtrees(graph const& in, int depth);

}  // namespace apps::clique
