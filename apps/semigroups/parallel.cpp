// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include <utility>

#include "../skua/saved_search.hpp"
#include "problem.hpp"

namespace apps::semigroups {

outcome count_parallel(int genus, method how, int unbuilt, search_request const& wanted) {
  return with_semigroup(genus, how, [&](auto kind) {
    using semigroup = typename decltype(kind)::type;
    auto found = enumerate(problem<semigroup>(genus, unbuilt), wanted);
    return outcome{ended(found), found.value};
  });
}

}  // namespace apps::semigroups
