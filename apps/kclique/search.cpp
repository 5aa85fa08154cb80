// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "../clique/depth_first.hpp"
#include "../clique/problem.hpp"
#include "../clique/search_tree.hpp"
#include "../common/saved_search.hpp"

namespace apps::kclique {

// The sequential program of `clique` with another incumbent: at first it claims a clique with one
// vertex less than requested, and after the first improvement a clique larger than any.
namespace {

template <std::size_t Words>
struct threshold_incumbent {
  int target_size;
  std::optional<clique::bits<Words>> clique_found = {};

  int size() const { return clique_found ? clique::max_vertices + 1 : target_size - 1; }
  void improve(clique::bits<Words> const& vertices, int) { clique_found = vertices; }
};

}  // namespace

answer search_sequential(graph const& input, int size) {
  return clique::with_coarse_width(input, [&](auto words) {
    clique::problem<words> const instance(input);
    threshold_incumbent<words> incumbent{size};
    clique::depth_first<words, threshold_incumbent<words>> engine(instance, incumbent);
    answer result;
    result.nodes = engine.search(clique::bits<words>::none(), 0, instance.all());
    if (incumbent.clique_found) {
      result.has_clique = true;
      result.vertices = instance.original(*incumbent.clique_found);
      std::sort(result.vertices.begin(), result.vertices.end());
      result.vertices.resize(static_cast<std::size_t>(size));  // it may have more
    }
    return result;
  });
}

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
