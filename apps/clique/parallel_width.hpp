// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for one width. It takes long to compile, so parallel_narrow.cpp,
// parallel_middle.cpp and parallel_wide.cpp share the widths of width.hpp between them.

#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "../skua/saved_search.hpp"
#include "depth_first.hpp"
#include "parallel.hpp"
#include "tree.hpp"

namespace apps::clique {

template <std::size_t Words>
outcome search_width(graph const& input, search_request const& request) {
  problem<Words> const instance(input);
  plain_incumbent<Words> incumbent;
  depth_first<Words, plain_incumbent<Words>>(instance, incumbent).dive();
  tree<Words> const search_tree(instance);
  auto found = maximise(search_tree, request, std::optional(incumbent.size()));
  answer best{found.node ? search_tree.vertices(*found.node) : instance.original(incumbent.clique()),
              found.stats.nodes};
  return {ended(found), std::move(best), std::min(found.bound, input.order())};
}

}  // namespace apps::clique
