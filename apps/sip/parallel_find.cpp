// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include <utility>

#include "../skua/saved_search.hpp"
#include "width.hpp"

namespace apps::sip {

outcome find_parallel(graph const& pattern, graph const& target, wish const& what, search_request const& wanted) {
  return with_width(target, [&](auto words) {
    problem<words> const of(pattern, target, what);
    auto found = decide(of, of.target_objective(), wanted);
    outcome result{ended(found), {}};
    if (found.node) result.found = {of.images(*found.node), 1, 0};
    result.found.nodes = result.stats.nodes;
    return result;
  });
}

}  // namespace apps::sip
