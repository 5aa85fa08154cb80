// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/policies.hpp"

namespace skua::steal {

policy_maker make_random, make_last_victim, make_round_robin, make_lifeline, make_nearest, make_hierarchical,
    make_performance_driven, make_adaptive;

namespace {

static_assert(max_dimensions == 32 && largest_argument == 1'000'000);  // the limits of the table and of its readers

constexpr policy_entry table[] = {
    {"random", "", "", "others at random, each once", make_random},
    {"last_victim", "", "", "the place that gave last, then others at random", make_last_victim},
    {"round_robin", "", "", "one after the other", make_round_robin},
    {"lifeline", "(w,z)", "w from 0 and z from 1 to 32", "w others at random, then its z lifelines; the default",
     make_lifeline, true},
    {"nearest", "", "", "first the places on the same host", make_nearest},
    {"hierarchical", "(g)", "g from 1", "its own group, then one member of some other groups", make_hierarchical},
    {"performance_driven", "(published)", "", "the place with most to give for its distance", make_performance_driven},
    {"adaptive", "", "", "the best of a few places that it has asked for their load", make_adaptive},
};

}  // namespace

std::span<policy_entry const> all_policies() noexcept { return table; }

std::string policy_list() {
  std::string list;
  for (policy_entry const& entry : table) {
    if (!list.empty()) list += ", ";
    list += entry.name;
    list += entry.arguments;
  }
  return list;
}

}  // namespace skua::steal
