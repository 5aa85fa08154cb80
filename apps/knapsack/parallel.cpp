// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include <utility>

#include "../skua/saved_search.hpp"
#include "problem.hpp"
#include "width.hpp"

namespace apps::knapsack {

outcome search_parallel(instance const& in, search_request const& wanted) {
  core const of(in);
  return with_width(of, in.name, [&](auto words) {
    problem<words> const tree(of);
    auto const root = tree.root();
    // The break solution is there before the search: only what is better counts.
    auto found = maximise(tree, wanted, std::optional(root.profit));
    answer best{tree.chosen(found.node.value_or(root)), found.value, found.stats.nodes};
    outcome result{ended(found), std::move(best), {}};
    if (found.bound != root.bound) result.bound = found.bound;
    return result;
  });
}

}  // namespace apps::knapsack
