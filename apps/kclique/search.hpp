// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two ways to search for a clique of a given size.

#pragma once

#include <cstdint>
#include <vector>

#include "../clique/problem.hpp"
#include "../common/search_options.hpp"

namespace apps::kclique {

using clique::graph;

struct answer {
  bool has_clique = false;
  std::vector<int> vertices;  ///< of a clique of that size, as numbered in the graph, sorted
  std::uint64_t nodes = 0;    ///< of the search tree
};

struct outcome : search_outcome {
  answer result;
};

/// On the calling thread: the reference for the parallel search.
[[nodiscard]] answer search_sequential(graph const& input, int size);

/// Call inside a task.
[[nodiscard]] outcome search_parallel(graph const& input, int size, search_request const& request);

}  // namespace apps::kclique
