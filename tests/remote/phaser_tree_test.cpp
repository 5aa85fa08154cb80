// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phasers over so many places that messages go along a tree of several levels, message by message
// (phaser_network.hpp).
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "remote/phaser_network.hpp"

namespace {

using namespace phaser_tests;

/// More places than one has children in the tree: 18 to 42 have two levels below the home, 300 have
/// three. Most places on the way have no members.
TEST(phaser_tree, no_phase_ends_early_in_a_tree_of_places) {
  for (std::uint64_t seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    random_life(18 + static_cast<int>(seed % 25), seed);
    random_life(18 + static_cast<int>(seed % 25), seed + 1000, 60, 1000);
  }
  for (std::uint64_t seed = 1; seed <= 8 && !HasFailure(); ++seed) random_life(300, seed, 30, 1000);
}

TEST(phaser_tree, in_a_tree_a_phase_costs_each_place_messages_of_its_children_only) {
  constexpr int phases = 10;
  phaser_network w(300);
  std::vector<member> members;
  for (int p = 0; p < w.places(); ++p) {
    members.push_back(w.make(p, phaser_mode::signal));
    members.push_back(w.make(p, phaser_mode::wait));
  }
  w.deliver_all();
  w.messages = {};
  w.messages_of_home = {};
  signal_phases(w, members, phases);
  EXPECT_EQ(w.messages[kind::phaser_report], 299 * phases);
  EXPECT_EQ(w.messages[kind::phaser_phase], 299 * phases);
  EXPECT_EQ(w.messages_of_home[kind::phaser_report], 16 * phases);
  EXPECT_EQ(w.messages_of_home[kind::phaser_phase], 16 * phases);
  for (member& m : members) w.drop(m);
  w.deliver_all();
}

TEST(phaser_tree, reports_of_arrivals_are_passed_on_together) {
  phaser_network w(300);
  std::vector<member> members{w.make(0, phaser_mode::signal)};
  for (int p = 1; p < w.places(); ++p) members.push_back(w.child(members[0], p, phaser_mode::signal));
  for (member& m : members) {
    if (m.is_in_flight) w.arrive(m);
  }
  while (w.deliver(0, true)) {
  }
  EXPECT_LE(w.messages_of_home[kind::phaser_report], 3 * 16);
  EXPECT_EQ(w.home().phase(), 0u);
  for (member const& m : members) (void)w.at(m.place_number).signal(m.r);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 1u);
  for (member& m : members) w.drop(m);
  w.deliver_all();
}

TEST(phaser_tree, a_place_without_members_goes_on_for_those_below_it) {
  phaser_network w(40);  // places 17 to 32 are below place 1, places 33 to 39 below place 2
  std::vector<member> members{w.make(1, phaser_mode::signal), w.make(20, phaser_mode::signal),
                              w.make(35, phaser_mode::wait)};
  w.deliver_all();
  w.drop(members[0]);
  members.erase(members.begin());
  w.deliver_all();
  expect_final_state(w, members);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    (void)w.at(20).signal(members[0].r);
    w.deliver_all();
    EXPECT_EQ(w.home().phase(), i);
    EXPECT_EQ(w.at(35).phase(), i);
  }
  members.push_back(w.child(members[0], 36, phaser_mode::signal));  // its traveller is at place 20
  (void)w.at(20).signal(members[0].r);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 3u) << "the task on its way has not signalled";
  w.arrive(members[2]);
  w.deliver_all();
  (void)w.at(36).signal(members[2].r);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 4u) << "place 20 has been told that the traveller ends";
  w.drop(members[0]);
  w.drop(members[2]);
  w.drop(members[1]);
  w.deliver_all();
}

}  // namespace
