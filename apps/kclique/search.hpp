// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two ways to look for a clique of a given size.

#pragma once

#include <cstdint>
#include <vector>

#include "../clique/graph.hpp"
#include "../skua/search_options.hpp"

namespace apps::kclique {

using clique::graph;

struct answer {
  bool found = false;
  std::vector<int> vertices;  ///< of a clique of that size, as numbered in the graph, sorted
  std::uint64_t nodes = 0;    ///< of the search tree
};

struct outcome : search_outcome {
  answer what;
};

/// On the calling thread: the yardstick.
[[nodiscard]] answer search_sequential(graph const& in, int size);

/// To be called in a task.
[[nodiscard]] outcome search_parallel(graph const& in, int size, search_request const& wanted);

}  // namespace apps::kclique
