// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search.hpp"

#include <utility>

#include "../common/saved_search.hpp"
#include "core.hpp"
#include "search_tree.hpp"

namespace apps::knapsack {

outcome search_parallel(instance const& input, search_request const& request) {
  core const reduced(input);
  return with_width(reduced, input.name, [&](auto words) {
    problem<words> const search_tree(reduced);
    auto const root = search_tree.root();
    // The break solution is known before the search: only better solutions count.
    auto optimum = maximise(search_tree, request, std::optional(root.profit));
    answer best{search_tree.chosen(optimum.node.value_or(root)), optimum.value, optimum.stats.nodes};
    outcome result{take_outcome(optimum), std::move(best), {}};
    if (optimum.bound != root.bound) result.bound = optimum.bound;
    return result;
  });
}

}  // namespace apps::knapsack
