// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Subgraph isomorphism: the goal of a search, and the check of an embedding.

#pragma once

#include <vector>

#include "../clique/problem.hpp"

namespace apps::sip {

using clique::graph;

/// The largest graph for which the search is compiled.
inline constexpr int max_vertices = 2048;

/// The conditions of an embedding.
struct search_goal {
  bool induced = false;  ///< vertices that are not joined must have images that are not joined
};

/// True if `images` (by pattern vertex) differ and keep edges and loops, and non-edges if
/// `induced`. The check of an answer, independent of the search.
bool is_embedding(graph const& pattern, graph const& target, std::vector<int> const& images, bool induced);

/// By vertex: the degrees of its neighbours, in falling order.
std::vector<std::vector<int>> neighbour_degrees(graph const& g);

}  // namespace apps::sip
