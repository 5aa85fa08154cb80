// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two ways to find a largest clique.

#pragma once

#include <cstdint>
#include <vector>

#include "../skua/app.hpp"
#include "graph.hpp"

namespace apps::clique {

struct answer {
  std::vector<int> vertices;  ///< of a largest clique, as numbered in the graph
  std::uint64_t nodes = 0;    ///< of the search tree
};

/// Branch and bound on the calling thread: the yardstick.
answer search_sequential(graph const& in);

/// Branch and bound with tasks; to be called inside `skua::run`.
answer search_parallel(graph const& in, common_options const& options);

}  // namespace apps::clique
