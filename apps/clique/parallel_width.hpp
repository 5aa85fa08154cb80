// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for one width. It compiles slowly, so parallel_narrow.cpp,
// parallel_middle.cpp and parallel_wide.cpp share the widths of width.hpp.

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
  auto result = maximise(search_tree, request, std::optional(incumbent.size()));
  answer best{result.node ? search_tree.vertices(*result.node) : instance.original(incumbent.clique()),
              result.stats.nodes};
  return {take_outcome(result), std::move(best), std::min(result.bound, input.order())};
}

}  // namespace apps::clique
