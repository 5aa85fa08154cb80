// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential program of `clique`, made to believe at first that it knows a clique of one vertex
// less, and then that there can be no larger one.

#include <algorithm>
#include <optional>

#include "../clique/depth_first.hpp"
#include "../clique/width.hpp"
#include "search.hpp"

namespace apps::kclique {
namespace {

template <std::size_t Words>
struct first_one {
  int wanted;
  std::optional<clique::bits<Words>> found = {};

  int size() const { return found ? clique::most_vertices + 1 : wanted - 1; }
  void improve(clique::bits<Words> const& clique, int) { found = clique; }
};

}  // namespace

answer search_sequential(graph const& in, int size) {
  return clique::with_coarse_width(in, [&](auto words) {
    clique::problem<words> const of(in);
    first_one<words> first{size};
    clique::depth_first<words, first_one<words>> engine(of, first);
    answer result;
    result.nodes = engine.search(clique::bits<words>::none(), 0, of.all());
    if (first.found) {
      result.found = true;
      result.vertices = of.original(*first.found);
      std::sort(result.vertices.begin(), result.vertices.end());
      result.vertices.resize(static_cast<std::size_t>(size));  // it may have more
    }
    return result;
  });
}

}  // namespace apps::kclique
