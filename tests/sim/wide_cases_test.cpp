// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases about phasers, reducers and place_local at more simulated places than one place has
// children in the tree of messages (base/wide_tree.hpp): two levels below the home, or three. At
// the end no place knows an object any more.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/place.hpp"
#include "remote/cases.hpp"
#include "remote/job.hpp"
#include "remote/node.hpp"
#include "sim/sim_place.hpp"

namespace place_test {
namespace {

bool has_prefix(std::string_view name, std::vector<std::string_view> const& prefixes) {
  for (std::string_view const prefix : prefixes) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

std::vector<test_case> cases_about_objects() {
  std::vector<test_case> chosen;
  for (test_case const& c : all_cases()) {
    // The expected value of that case is 2 to the number of places.
    if (std::string_view(c.name) == "reducers_with_operations_of_users") continue;
    if (has_prefix(c.name, {"phaser", "read", "reset", "reducers", "local_parts", "place_locals"})) chosen.push_back(c);
  }
  return chosen;
}
/// Those that end soon at 300 places.
std::vector<test_case> short_cases_about_phasers() {
  std::vector<test_case> chosen;
  for (test_case const& c : all_cases()) {
    if (has_prefix(c.name, {"phaser_keeps", "phaser_split", "phaser_with", "phaser_when", "phaser_left",
                            "phaser_accumulators_over", "reset", "local_parts"}))
      chosen.push_back(c);
  }
  return chosen;
}

/// The records of the places of a simulated job about objects of others, and about their own ended
/// ones.
std::string remains(skua::remote::job const& j) {
  for (auto const& n : j.nodes) {
    auto const names = n->names().count();
    std::size_t const representatives = static_cast<skua::remote::phaser_exchange*>(n->phasers())->representatives();
    if (names.replicas + names.leaving + representatives != 0)
      return "place " + std::to_string(n->place().number) + " has " + std::to_string(names.replicas) + " replicas, " +
             std::to_string(names.leaving) + " objects that others know, " + std::to_string(representatives) +
             " representatives";
  }
  return {};
}

using wide_case = std::tuple<test_case, char const*>;
class wide_cases : public testing::TestWithParam<wide_case> {};

TEST_P(wide_cases, sim) {
  auto const [c, settings] = GetParam();
  take_failures();
  skua::runtime program{{.sim = std::string(settings) + ",jitter=3"}};
  skua::sim::simulator* world = nullptr;
  EXPECT_NO_THROW(program.run([&] {
    world = &static_cast<skua::sim::sim_place*>(skua::sched::place_of(skua::sched::self())->machine)->of();
    c.body();
  }));
  EXPECT_EQ(take_failures(), 0);
  world->pause(1'000'000'000);  // until the last messages have arrived
  EXPECT_EQ(remains(*world->job), "");
}

std::string name_of(testing::TestParamInfo<wide_case> const& info) {
  return std::get<0>(info.param).name + ("_" + std::to_string(info.index));
}
INSTANTIATE_TEST_SUITE_P(
    two_levels, wide_cases,
    testing::Combine(testing::ValuesIn(cases_about_objects()),
                     testing::Values("places=18,workers=1,seed=1",
                                     "places=42,workers=2,seed=2,loss=0.1,slow=1:10,contended=1:3")),
    name_of);
INSTANTIATE_TEST_SUITE_P(three_levels, wide_cases,
                         testing::Combine(testing::ValuesIn(short_cases_about_phasers()),
                                          testing::Values("places=300,workers=1,seed=1")),
                         name_of);

}  // namespace
}  // namespace place_test
