// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finding one embedding in tasks; search_count.cpp counts all. Each compiles slowly.

#include "search.hpp"

#include <utility>

#include "../common/saved_search.hpp"
#include "search_tree.hpp"

namespace apps::sip {

outcome find_parallel(graph const& pattern, graph const& target, search_goal const& goal,
                      search_request const& request) {
  return with_target_width(target, [&](auto words) {
    problem<words> const instance(pattern, target, goal);
    auto decision = decide(instance, instance.target_objective(), request);
    outcome result{take_outcome(decision), {}};
    if (decision.node) result.solution = {instance.images(*decision.node), 1, 0};
    result.solution.nodes = result.stats.nodes;
    return result;
  });
}

}  // namespace apps::sip
