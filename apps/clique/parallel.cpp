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
outcome search(graph const& in, search_request const& wanted) {
  problem<Words> const of(in);
  plain_incumbent<Words> first;
  depth_first<Words, plain_incumbent<Words>>(of, first).dive();
  tree<Words> const all(of);
  auto found = maximise(all, wanted, std::optional(first.size()));
  answer best{found.node ? all.vertices(*found.node) : of.original(first.clique()), found.stats.nodes};
  return {ended(found), std::move(best), std::min(found.bound, in.order())};
}

}  // namespace

outcome search_parallel(graph const& in, search_request const& wanted) {
  return with_width(in, [&](auto words) { return search<words>(in, wanted); });
}

}  // namespace apps::clique
