// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include <skua/search.hpp>
#include <utility>

#include "problem.hpp"
#include "width.hpp"

namespace apps::knapsack {

outcome search_parallel(instance const& in, skua::search::coordination const& coordination, skua::search::options limits) {
  core const of(in);
  limits.keep_open = true;  // the bound is that of what was not searched
  return with_width(of, in.name, [&](auto words) {
    problem<words> const tree(of);
    auto const root = tree.root();
    // The break solution is there before the search: only what is better counts.
    auto found = skua::search::maximise(tree, coordination, limits, std::optional(root.profit));
    outcome result;
    result.best = {tree.chosen(found.node.value_or(root)), found.value, found.stats.nodes};
    result.complete = found.complete;
    if (found.bound != root.bound) result.bound = found.bound;
    result.share = found.share;
    result.stats = std::move(found.stats);
    return result;
  });
}

}  // namespace apps::knapsack
