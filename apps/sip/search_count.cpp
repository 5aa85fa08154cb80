// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counting all embeddings in tasks.

#include "search.hpp"

#include "../common/saved_search.hpp"
#include "search_tree.hpp"

namespace apps::sip {

outcome count_parallel(graph const& pattern, graph const& target, search_goal const& goal,
                       search_request const& request) {
  return with_target_width(target, [&](auto words) {
    auto enumeration = enumerate(problem<words>(pattern, target, goal), request);
    answer const solution{{}, enumeration.value, enumeration.stats.nodes};
    return outcome{take_outcome(enumeration), solution};
  });
}

}  // namespace apps::sip
