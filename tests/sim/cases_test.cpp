// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases that run over every transport, at simulated places.
#include <gtest/gtest.h>

#include <string>

#include "remote/cases.hpp"

namespace place_test {
namespace {

/// Cases that wait for real threads.
bool left_out(std::string const& name) { return name.find("thread") != std::string::npos; }

class simulated_cases : public testing::TestWithParam<test_case> {};

TEST_P(simulated_cases, sim) {
  if (left_out(GetParam().name)) GTEST_SKIP() << "skipped: not for simulated places";
  for (char const* world : {"places=3,workers=1,jitter=3,seed=1",
                            "places=5,workers=2,jitter=3,seed=2,loss=0.1,slow=1:10,contended=1:3,mpi=1"}) {
    SCOPED_TRACE(world);
    take_failures();
    skua::runtime program{{.sim = world}};
    EXPECT_NO_THROW(program.run(GetParam().body));
    EXPECT_EQ(take_failures(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(world, simulated_cases, testing::ValuesIn(all_cases().begin(), all_cases().end()),
                         [](auto const& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace place_test
