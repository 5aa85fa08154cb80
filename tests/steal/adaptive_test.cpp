// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The adaptive policy: what it believes, how it chooses by that, and that it stays curious.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "steal/policy.hpp"

namespace {

using skua::steal::give_up;
constexpr std::uint64_t us = 1000;

std::unique_ptr<skua::steal::policy> at(int here, int places, std::uint64_t seed = 1) {
  skua::steal::settings s;
  s.here = here;
  s.places = places;
  s.seed = seed;
  s.workers = 2;
  return skua::steal::make_policy("adaptive", s);
}

/// How often each place is the first to be asked, while what is known stays the same.
std::vector<int> first_choices(skua::steal::policy& p, int places, int rounds = 1000) {
  std::vector<int> count(static_cast<std::size_t>(places));
  for (int i = 0; i < rounds; ++i) ++count[static_cast<std::size_t>(p.next(0))];
  return count;
}

TEST(adaptive, learns_from_what_flows_and_probes_nobody) {
  auto const p = at(1, 4);
  EXPECT_TRUE(p->wants_load());
  EXPECT_TRUE(p->probes().empty());
  EXPECT_EQ(p->refresh(), 0u);
}

TEST(adaptive, asks_everybody_once_before_it_gives_up_if_they_are_few) {
  auto const p = at(4, 12);
  for (int round = 0; round < 50; ++round) {
    p->heard(round % 12, {0, 20});
    std::set<int> asked;
    for (int attempt = 0; attempt < 11; ++attempt) {
      int const victim = p->next(attempt);
      EXPECT_TRUE(asked.insert(victim).second);
      p->answered(victim, 0, 5 * us);
    }
    EXPECT_EQ(p->next(11), give_up);
  }
}

TEST(adaptive, explores_evenly_while_it_knows_nothing) {
  auto const p = at(0, 9);
  auto const count = first_choices(*p, 9, 8000);
  for (std::size_t i = 1; i < count.size(); ++i) EXPECT_NEAR(count[i], 1000, 150) << i;
}

TEST(adaptive, prefers_those_who_are_said_to_have_much_and_spreads) {
  auto const p = at(0, 20);
  p->time_is(1000 * us);
  for (int rich : {3, 7, 11}) p->heard(rich, {0, 50});
  auto const count = first_choices(*p, 20);
  int rich = 0;
  for (std::size_t i : {3u, 7u, 11u}) {
    EXPECT_GT(count[i], 150) << i;
    rich += count[i];
  }
  EXPECT_GT(rich, 800);
}

TEST(adaptive, avoids_those_who_have_just_refused) {
  auto const p = at(0, 6);
  p->time_is(1000 * us);
  for (int poor : {1, 2, 3}) p->heard(poor, {0, 0});
  auto const count = first_choices(*p, 6);
  EXPECT_GT(count[4] + count[5], 550) << "by chance 400";
}

TEST(adaptive, forgets) {
  auto const p = at(0, 10);
  p->time_is(1000 * us);
  p->heard(4, {0, 50});
  EXPECT_TRUE(p->has_target());
  p->time_is(10'000'000 * us);
  EXPECT_FALSE(p->has_target());
  EXPECT_LT(first_choices(*p, 10)[4], 600);
  EXPECT_EQ(p->gossip(1).place, -1) << "too old to tell";
}

TEST(adaptive, learns_that_what_it_hears_is_worth_nothing) {
  auto const p = at(0, 10);
  std::uint64_t now = 1000 * us;
  auto const share = [&] {
    p->heard(4, {0, 50});
    return first_choices(*p, 10)[4];
  };
  p->time_is(now);
  int const before = share();
  for (int i = 0; i < 200; ++i) {  // place 4 never has what is said of it, strangers often have
    p->time_is(now += 50 * us);
    p->heard(4, {0, 50});
    p->answered(4, 0, 5 * us);
    for (int other : {1, 2, 3, 5, 6, 7, 8, 9}) {
      p->time_is(now += 100'000 * us);
      p->answered(other, 1, 5 * us);
    }
  }
  EXPECT_LT(share(), before / 2);
}

TEST(adaptive, tells_others_of_the_rich) {
  auto const p = at(0, 6);
  p->time_is(1000 * us);
  EXPECT_EQ(p->gossip(1).place, -1);
  p->heard(3, {0, 9});
  EXPECT_EQ(p->gossip(1).place, 3);
  EXPECT_EQ(p->gossip(1).tasks, 4u) << "half, or rumours would never end";
  EXPECT_EQ(p->gossip(3).place, -1) << "not of themselves";
  p->answered(3, 0, 5 * us);
  EXPECT_EQ(p->gossip(1).place, -1);
  EXPECT_FALSE(p->has_target());
}

TEST(adaptive, prefers_short_ways) {
  auto const p = at(0, 3);
  p->time_is(1000 * us);
  for (int i = 0; i < 20; ++i) {
    p->answered(1, 4, 2 * us);
    p->answered(2, 4, 200 * us);
  }
  EXPECT_GT(first_choices(*p, 3)[1], 700);
}

TEST(adaptive, what_is_said_of_itself_or_of_nobody_changes_nothing) {
  auto const p = at(2, 5);
  p->heard(2, {0, 100});
  p->heard(-1, {0, 100});
  p->heard(5, {0, 100});
  EXPECT_FALSE(p->has_target());
  EXPECT_EQ(first_choices(*p, 5)[2], 0);
}

}  // namespace
