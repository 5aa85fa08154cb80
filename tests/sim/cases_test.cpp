// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases that run over every transport, at simulated places. Each seed orders simultaneous
// events differently.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "remote/cases.hpp"

namespace place_test {
namespace {

/// Cases that wait for real threads, and one with a million polls, which take long in virtual time.
bool left_out(std::string const& name) {
  for (char const* part : {"thread", "counts_of_cancelled_scopes"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

class simulated_cases : public testing::TestWithParam<std::tuple<test_case, int>> {};

TEST_P(simulated_cases, sim) {
  auto const [c, places] = GetParam();
  if (left_out(c.name)) GTEST_SKIP() << "skipped: not for simulated places";
  for (int seed : {1, 2}) {
    SCOPED_TRACE(testing::Message() << places << " places, seed " << seed);
    take_failures();
    skua::options o;
    o.sim = "places=" + std::to_string(places) + ",workers=" + std::to_string(seed) +
            ",jitter=3,seed=" + std::to_string(seed);
    if (seed == 2) o.sim += ",loss=0.1,slow=1:10,contended=1:3,mpi=1";
    skua::runtime program{o};
    EXPECT_NO_THROW(program.run(c.body));
    EXPECT_EQ(take_failures(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(world, simulated_cases,
                         testing::Combine(testing::ValuesIn(all_cases().begin(), all_cases().end()),
                                          testing::Values(2, 3, 5)),
                         [](auto const& c) {
                           return std::get<0>(c.param).name + ("_" + std::to_string(std::get<1>(c.param)));
                         });

}  // namespace
}  // namespace place_test
