// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The result of a search for a largest clique.

#pragma once

#include <cstdint>
#include <vector>

#include "graph.hpp"

namespace apps::clique {

struct answer {
  std::vector<int> vertices;  ///< of a largest clique, as numbered in the graph
  std::uint64_t nodes = 0;    ///< of the search tree
};

/// Branch and bound on the calling thread: the reference for the parallel search.
answer search_sequential(graph const& input);

}  // namespace apps::clique
