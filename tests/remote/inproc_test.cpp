// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every case on one, two and four places of this process, with one and two workers each.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "remote/cases.hpp"

namespace place_test {
namespace {

class cases : public testing::TestWithParam<std::tuple<test_case, int>> {};

TEST_P(cases, inproc) {
  auto const [c, places] = GetParam();
  for (int workers : {1, 2}) {
    SCOPED_TRACE(testing::Message() << places << " places of " << workers << " workers");
    take_failures();
    skua::runtime program{{.workers = workers, .places = places, .transport = "inproc"}};
    EXPECT_NO_THROW(program.run(c.body));
    EXPECT_EQ(take_failures(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    place, cases, testing::Combine(testing::ValuesIn(all_cases().begin(), all_cases().end()), testing::Values(1, 2, 4)),
    [](auto const& c) { return std::get<0>(c.param).name + ("_" + std::to_string(std::get<1>(c.param))); });

}  // namespace
}  // namespace place_test
