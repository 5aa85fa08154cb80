// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "../skua/saved_search.hpp"
#include "depth_first.hpp"
#include "tree.hpp"
#include "width.hpp"

namespace apps::clique {
namespace {

template <std::size_t Words>
struct first_one {
  bits<Words> clique = bits<Words>::none();
  int vertices = 0;

  int size() const { return vertices; }
  void improve(bits<Words> const& found, int size) {
    clique = found;
    vertices = size;
  }
};

template <std::size_t Words>
outcome search(graph const& in, search_request const& wanted) {
  problem<Words> const of(in);
  first_one<Words> first;
  depth_first<Words, first_one<Words>>(of, first).dive();
  tree<Words> const all(of);
  auto found = maximise(all, wanted, std::optional(first.size()));
  outcome result;
  result.best = {found.node ? all.vertices(*found.node) : of.original(first.clique), found.stats.nodes};
  result.complete = found.complete;
  result.bound = std::min(found.bound, in.order());
  result.share = found.share;
  result.stats = std::move(found.stats);
  return result;
}

}  // namespace

outcome search_parallel(graph const& in, search_request const& wanted) {
  auto with_bound = wanted;
  with_bound.limits.keep_open = true;  // the bound is that of what was not searched
  return with_width(in, [&](auto words) { return search<words>(in, with_bound); });
}

}  // namespace apps::clique
