// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that break the rules end the program with a message.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <skua/collective.hpp>
#include <skua/skua.hpp>

namespace {

namespace collective = skua::collective;

/// Runs body at each of two places.
template <class Body>
void run_two(Body const& body) {
  skua::runtime program{{.workers = 1, .places = 2, .transport = "inproc"}};
  program.run([&body] { skua::run_spmd(body); });
}

class contract : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(contract, the_caller_is_a_member) {
  EXPECT_DEATH(run_two([] { collective::barrier(skua::place_set({1})); }),
               "called at a place that is not a member of its set");
}

TEST_F(contract, the_root_is_a_member) {
  EXPECT_DEATH(run_two([] {
                 if (skua::here() == 0) collective::broadcast(1, 1, skua::place_set({0}));
               }),
               "the root of a collective operation is not a member of its set");
}

TEST_F(contract, members_agree_about_sizes) {
  EXPECT_DEATH(run_two([] {
                 std::vector<int> data(skua::here() == 0 ? 10 : 11);
                 collective::broadcast(std::span(data), 0);
               }),
               "disagree about its kind or its size");
  EXPECT_DEATH(run_two([] { (void)skua::shared_array<int>::collective(skua::here() == 0 ? 10 : 11); }),
               "disagree about an array that they make together");
}

TEST_F(contract, there_is_a_part_for_each_member) {
  EXPECT_DEATH(run_two([] { collective::scatter(std::vector<int>{1}, 0); }), "scatter needs one part for each member");
  EXPECT_DEATH(run_two([] { collective::alltoall(std::vector<int>{1}); }), "alltoall needs one part for each member");
}

TEST(alone, one_place_needs_no_message) {
  skua::runtime program{{.places = 1}};
  program.run([] {
    collective::barrier();
    EXPECT_EQ(collective::allreduce(5, std::plus<>()), 5);
    EXPECT_EQ(collective::exclusive_scan(5, std::plus<>(), 1), 1);
    EXPECT_EQ(collective::async_broadcast(std::string("x"), 0).get(), "x");
    EXPECT_EQ(collective::alltoallv(std::vector<std::vector<int>>{{1, 2}}), (std::vector<std::vector<int>>{{1, 2}}));
  });
}

}  // namespace
