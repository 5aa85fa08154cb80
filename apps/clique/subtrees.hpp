// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The cost of the parts of a sequential search.

#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace apps::clique {

struct subtree {
  double seconds;       ///< on this machine
  std::uint64_t nodes;  ///< sets of candidates that were coloured
  int first_vertex;     ///< the vertex chosen first; it changes from one branch of the root to the next
};

/// The subtrees below `depth` chosen vertices, in search order. Subtrees that are pruned at once
/// are left out.
std::vector<subtree> subtrees(graph const& input, int depth);

}  // namespace apps::clique
