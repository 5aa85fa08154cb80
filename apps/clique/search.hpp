// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two searches for a largest clique, and their results.

#pragma once

#include <cstdint>
#include <vector>

#include "../common/search_options.hpp"
#include "problem.hpp"

namespace apps::clique {

struct answer {
  std::vector<int> vertices;  ///< of a largest clique, as numbered in the graph
  std::uint64_t nodes = 0;    ///< of the search tree
};

/// Branch and bound on the calling thread: the reference for the parallel search.
answer search_sequential(graph const& input);

struct outcome : search_outcome {
  answer best;    ///< the largest clique found; not proved to be the largest if the search was stopped
  int bound = 0;  ///< no clique has more vertices
};

/// Call inside a task.
[[nodiscard]] outcome search_parallel(graph const& input, search_request const& request = {});

}  // namespace apps::clique
