// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include <skua/search.hpp>
#include <utility>

#include "problem.hpp"

namespace apps::semigroups {

outcome count_parallel(int genus, method how, int unbuilt, skua::search::coordination const& coordination,
                       skua::search::options const& limits) {
  return with_semigroup(genus, how, [&](auto kind) {
    using semigroup = typename decltype(kind)::type;
    auto found = skua::search::enumerate(problem<semigroup>(genus, unbuilt), coordination, limits);
    return outcome{found.value, found.complete, found.share, std::move(found.stats)};
  });
}

}  // namespace apps::semigroups
