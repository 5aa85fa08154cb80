// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phasers over places, message by message (phaser_network.hpp).
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "remote/phaser_network.hpp"

namespace {

using namespace phaser_tests;

TEST(phaser_places, no_phase_ends_before_each_member_has_signalled_it) {
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) random_life(2 + static_cast<int>(seed % 4), seed);
}

TEST(phaser_places, a_phase_costs_messages_by_places_not_by_tasks) {
  constexpr int phases = 50;
  phaser_network w(4);
  std::vector<member> members;
  for (int p = 0; p < w.places(); ++p) {
    for (int i = 0; i < 20; ++i) members.push_back(w.make(p, phaser_mode::signal));
    for (int i = 0; i < 5; ++i) members.push_back(w.make(p, phaser_mode::wait));
  }
  w.deliver_all();
  w.messages = {};
  signal_phases(w, members, phases);
  EXPECT_EQ(w.messages[kind::phaser_report], 3 * phases);
  // Each report that ends a phase may get its own answer; other reports get none.
  EXPECT_EQ(w.messages[kind::phaser_phase], 3 * phases);
  EXPECT_EQ(w.messages[kind::phaser_release], 0);
  for (member& m : members) w.drop(m);
  w.deliver_all();
}

TEST(phaser_places, one_on_his_way_holds_the_phase_and_one_that_never_starts_lets_it_go) {
  phaser_network w(3);
  std::vector<member> members{w.make(1, phaser_mode::signal)};
  w.deliver_all();
  members.push_back(w.child(members[0], 2, phaser_mode::signal));
  (void)w.at(1).signal(members[0].r);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 0u);
  w.arrive(members[1]);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 0u);
  w.drop(members[1]);
  w.deliver_all();
  EXPECT_EQ(w.home().phase(), 1u);
  w.drop(members[0]);
  w.deliver_all();
}

}  // namespace
