// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/counters.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace {

using skua::observe::phase;

std::uint64_t in(skua::observe::worker_counters const& c, phase p) {
  return c.nanoseconds[static_cast<std::size_t>(p)].get();
}

TEST(counters, add_up) {
  skua::observe::counter c;
  EXPECT_EQ(c.get(), 0u);
  c.add(3);
  c.add(4);
  EXPECT_EQ(c.get(), 7u);
}

TEST(counters, each_list_names_its_counters_in_order_and_once) {
  std::vector<std::string> names;
  skua::observe::worker_counters c;
  skua::observe::for_each_worker_counter<skua::observe::worker_counters>([&](char const* name, auto member) {
    names.emplace_back(name);
    (c.*member).add(names.size());
  });
  EXPECT_EQ(names.front(), "steals");
  EXPECT_EQ(c.steals.get(), 1u);
  EXPECT_EQ(c.stolen.get(), 2u);
  EXPECT_EQ(c.tasks.get(), names.size());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(counters, a_phase_lasts_until_the_next_is_entered) {
  skua::observe::worker_counters c;
  c.since = 100;
  c.enter(phase::user, 110);
  c.enter(phase::idle, 150);
  c.enter(phase::user, 155);
  c.enter(phase::user, 160);
  c.enter(phase::finalise, 200);
  EXPECT_EQ(in(c, phase::init), 10u);
  EXPECT_EQ(in(c, phase::user), 85u);
  EXPECT_EQ(in(c, phase::idle), 5u);
  EXPECT_EQ(in(c, phase::finalise), 0u);
}

}  // namespace
