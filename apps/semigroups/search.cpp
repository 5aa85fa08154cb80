// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search.hpp"

#include <utility>

#include "../common/saved_search.hpp"
#include "search_tree.hpp"

namespace apps::semigroups {

outcome count_parallel(int genus, method representation, int unbuilt, search_request const& request) {
  return with_semigroup(genus, representation, [&](auto kind) {
    using semigroup = typename decltype(kind)::type;
    auto enumeration = enumerate(problem<semigroup>(genus, unbuilt), request);
    return outcome{take_outcome(enumeration), enumeration.value};
  });
}

}  // namespace apps::semigroups
