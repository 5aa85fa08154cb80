// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <utility>

#include "../clique/tree.hpp"
#include "../clique/width.hpp"
#include "../skua/saved_search.hpp"
#include "search.hpp"

namespace apps::kclique {

outcome search_parallel(graph const& in, int size, search_request const& wanted) {
  return clique::with_coarse_width(in, [&](auto words) {
    clique::tree<words> const of{clique::problem<words>(in)};
    auto found = decide(of, size, wanted);
    outcome result{ended(found), {}};
    result.what.nodes = result.stats.nodes;
    if (found.node) {
      result.what.found = true;
      result.what.vertices = of.vertices(*found.node);
      std::sort(result.what.vertices.begin(), result.what.vertices.end());
    }
    return result;
  });
}

}  // namespace apps::kclique
