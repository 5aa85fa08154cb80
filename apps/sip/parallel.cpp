// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parallel.hpp"

#include <skua/search.hpp>
#include <utility>

#include "width.hpp"

namespace apps::sip {

outcome find_parallel(graph const& pattern, graph const& target, wish const& what,
                      skua::search::coordination const& coordination, skua::search::options const& limits) {
  return with_width(target, [&](auto words) {
    problem<words> const of(pattern, target, what);
    auto found = skua::search::decide(of, of.target_objective(), coordination, limits);
    outcome result{{}, found.complete, found.share, std::move(found.stats)};
    if (found.node) result.found = {of.images(*found.node), 1, 0};
    result.found.nodes = result.stats.nodes;
    return result;
  });
}

outcome count_parallel(graph const& pattern, graph const& target, wish const& what,
                       skua::search::coordination const& coordination, skua::search::options const& limits) {
  return with_width(target, [&](auto words) {
    auto found = skua::search::enumerate(problem<words>(pattern, target, what), coordination, limits);
    return outcome{{{}, found.value, found.stats.nodes}, found.complete, found.share, std::move(found.stats)};
  });
}

}  // namespace apps::sip
