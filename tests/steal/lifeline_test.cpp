// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lifeline graph, and the policy that asks along it.
#include "steal/lifelines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "steal/policy.hpp"

namespace {

using skua::steal::hypercube_buddies;

/// The number of places that can be reached from `start`, along the edges or against them.
std::size_t reached(int start, int places, int z, bool against) {
  std::vector<std::vector<int>> edges(static_cast<std::size_t>(places));
  for (int from = 0; from < places; ++from) {
    for (int const to : hypercube_buddies(from, places, z)) {
      edges[static_cast<std::size_t>(against ? to : from)].push_back(against ? from : to);
    }
  }
  std::set<int> reached_places{start};
  std::vector<int> open{start};
  while (!open.empty()) {
    int const place = open.back();
    open.pop_back();
    for (int const next : edges[static_cast<std::size_t>(place)]) {
      if (reached_places.insert(next).second) open.push_back(next);
    }
  }
  return reached_places.size();
}

TEST(lifelines, lead_from_every_place_to_every_other) {
  for (int places = 1; places <= 65; ++places) {
    for (int z = 1; z <= 7; ++z) {
      EXPECT_EQ(reached(0, places, z, false), static_cast<std::size_t>(places)) << places << " places, z = " << z;
      EXPECT_EQ(reached(0, places, z, true), static_cast<std::size_t>(places)) << places << " places, z = " << z;
    }
  }
}

TEST(lifelines, are_at_most_z_different_places) {
  for (int places = 1; places <= 65; ++places) {
    for (int place = 0; place < places; ++place) {
      for (int z = 1; z <= 7; ++z) {
        auto const buddies = hypercube_buddies(place, places, z);
        EXPECT_LE(buddies.size(), static_cast<std::size_t>(z));
        EXPECT_EQ(buddies.empty(), places == 1);
        EXPECT_EQ(std::set<int>(buddies.begin(), buddies.end()).size(), buddies.size());
        for (int const buddy : buddies) EXPECT_TRUE(buddy >= 0 && buddy < places && buddy != place);
      }
    }
  }
}

TEST(lifelines, by_hand) {
  using list = std::vector<int>;
  // Nine places, two digits to the base 3: 4 is (1,1).
  EXPECT_EQ(hypercube_buddies(4, 9, 2), (list{3, 1}));
  EXPECT_EQ(hypercube_buddies(0, 9, 2), (list{2, 6}));
  // Seven places: places 7 and 8 do not exist. So (2,0) wraps around to itself along its last digit
  // and gets no buddy there; (0,1) continues to 4.
  EXPECT_EQ(hypercube_buddies(6, 7, 2), (list{3}));
  EXPECT_EQ(hypercube_buddies(1, 7, 2), (list{0, 4}));
  // One digit: a ring.
  EXPECT_EQ(hypercube_buddies(0, 5, 1), (list{4}));
  EXPECT_EQ(hypercube_buddies(3, 5, 1), (list{2}));
  // Two places.
  EXPECT_EQ(hypercube_buddies(0, 2, 2), (list{1}));
  EXPECT_EQ(hypercube_buddies(1, 2, 2), (list{0}));
  // Eight places with three digits: the cube.
  EXPECT_EQ(hypercube_buddies(5, 8, 3), (list{4, 7, 1}));
}

TEST(lifeline_policy, asks_w_different_random_places_then_its_buddies) {
  skua::steal::settings s;
  s.own_place = 4;
  s.places = 9;
  auto const p = skua::steal::make_policy("lifeline(5,2)", s);
  EXPECT_EQ(std::vector<int>(p->lifelines().begin(), p->lifelines().end()), (std::vector<int>{3, 1}));
  for (int round = 0; round < 50; ++round) {
    std::set<int> drawn;
    for (int attempt = 0; attempt < 5; ++attempt) drawn.insert(p->next(attempt));
    EXPECT_EQ(drawn.size(), 5u);
    EXPECT_EQ(p->next(5), 3);
    EXPECT_EQ(p->next(6), 1);
    EXPECT_EQ(p->next(7), skua::steal::give_up);
  }
}

TEST(lifeline_policy, defaults_are_those_of_apgas) {
  for (int places : {1, 2, 5, 7, 8, 50}) {
    skua::steal::settings s;
    s.places = places;
    EXPECT_EQ(skua::steal::make_policy("lifeline", s)->name(),
              "lifeline(" + std::to_string(std::min(6, places - 1)) + ",2)");
  }
}

}  // namespace
