// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include "../skua/saved_search.hpp"
#include "width.hpp"

namespace apps::sip {

outcome count_parallel(graph const& pattern, graph const& target, wish const& what, search_request const& wanted) {
  return with_width(target, [&](auto words) {
    auto found = enumerate(problem<words>(pattern, target, what), wanted);
    answer const counted{{}, found.value, found.stats.nodes};
    return outcome{ended(found), counted};
  });
}

}  // namespace apps::sip
