// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <utility>

#include "../clique/tree.hpp"
#include "../clique/width.hpp"
#include "../skua/saved_search.hpp"
#include "search.hpp"

namespace apps::kclique {

outcome search_parallel(graph const& input, int size, search_request const& request) {
  return clique::with_coarse_width(input, [&](auto words) {
    clique::tree<words> const search_tree{clique::problem<words>(input)};
    auto decision = decide(search_tree, size, request);
    outcome search_end{take_outcome(decision), {}};
    search_end.result.nodes = search_end.stats.nodes;
    if (decision.node) {
      search_end.result.has_clique = true;
      search_end.result.vertices = search_tree.vertices(*decision.node);
      std::sort(search_end.result.vertices.begin(), search_end.result.vertices.end());
    }
    return search_end;
  });
}

}  // namespace apps::kclique
