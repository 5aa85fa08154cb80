// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simulation finds bugs: each planted bug fails within a thousand seeds, for the right reason.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "protocol/run.hpp"

namespace {

using protocol::mutation;
using protocol::plan;

template <mutation planted>
plan with(std::uint64_t seed) {
  plan p = protocol::plan_of(seed);
  p.planted = planted;
  p.outside = 0;
  // These broken trees cannot handle cancellations and failures; they must fail without them.
  if (planted == mutation::proxy_per_pair || planted == mutation::joined_when_done)
    p.cancel = p.handle = p.fail = p.stick = 0;
  // The other bugs change or count messages between a proxy and a parent that is its sender.
  p.deepest = planted == mutation::unsaid_engaged ? 1 : 100;
  return p;
}

template <mutation planted>
std::string first_failure() {
  return protocol::run_seeds(&with<planted>, 1, 1000).complaint;
}

::testing::AssertionResult says(std::string const& failure, char const* expected, char const* or_else = nullptr) {
  if (failure.find(expected) != std::string::npos) return ::testing::AssertionSuccess();
  if (or_else != nullptr && failure.find(or_else) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "expected \"" << expected
                                       << "\", got: " << (failure.empty() ? "no failure" : failure);
}

TEST(planted, one_proxy_for_each_pair_of_places_hangs) {
  EXPECT_TRUE(says(first_failure<mutation::proxy_per_pair>(), "hang"));
}

TEST(planted, acknowledging_what_joined_only_when_done_hangs) {
  EXPECT_TRUE(says(first_failure<mutation::joined_when_done>(), "hang"));
}

TEST(planted, acknowledging_what_engages_ends_the_scope_too_early) {
  EXPECT_TRUE(
      says(first_failure<mutation::early_acknowledgement>(), "has ended too early", "for a scope that has ended"));
}

TEST(planted, done_before_the_contributions_loses_them) {
  EXPECT_TRUE(says(first_failure<mutation::done_before_merge>(), "a contribution came", ": sum "));
}

TEST(planted, joining_an_ending_proxy_is_seen) {
  EXPECT_TRUE(says(first_failure<mutation::join_the_ending>(), "a proxy with tasks reports that it has none"));
}

TEST(planted, a_batch_that_does_not_say_cancelled_is_seen) {
  EXPECT_TRUE(says(first_failure<mutation::deaf_batch>(), "has not heard"));
}

TEST(planted, a_cancel_that_does_not_go_up_is_seen) {
  EXPECT_TRUE(says(first_failure<mutation::no_report_upwards>(), "has not heard"));
}

TEST(planted, a_parent_that_does_not_know_its_child_is_seen) {
  EXPECT_TRUE(says(first_failure<mutation::unsaid_engaged>(), "has not heard"));
}

TEST(planted, a_lost_acknowledgement_hangs) {
  EXPECT_TRUE(says(first_failure<mutation::lost_acknowledgement>(), "hang"));
}

TEST(planted, a_network_without_order_is_seen) { EXPECT_NE(first_failure<mutation::unordered>(), ""); }

}  // namespace
