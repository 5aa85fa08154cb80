// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The adaptive policy: what it estimates, how it chooses by that, and that it keeps exploring.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "steal/policy.hpp"

namespace {

using skua::steal::give_up;
constexpr std::uint64_t us = 1000;

std::unique_ptr<skua::steal::policy> adaptive_at(int place, int places, bool probing = false) {
  skua::steal::settings s;
  s.own_place = place;
  s.places = places;
  s.seed = 1;
  s.workers = 2;
  s.probing = probing;
  return skua::steal::make_policy("adaptive", s);
}

/// How often each place is the first to be asked while the estimates stay the same.
std::vector<int> first_choices(skua::steal::policy& p, int places, int rounds = 1000) {
  std::vector<int> count(static_cast<std::size_t>(places));
  for (int i = 0; i < rounds; ++i) ++count[static_cast<std::size_t>(p.next(0))];
  return count;
}

TEST(adaptive, learns_from_messages_and_probes_no_place_at_intervals) {
  auto const p = adaptive_at(1, 4, true);
  EXPECT_TRUE(p->wants_load());
  EXPECT_TRUE(p->gossips());
  EXPECT_TRUE(p->probes().empty());
  EXPECT_EQ(p->refresh(), 0u);
}

TEST(adaptive, asks_each_of_few_places_once_before_it_gives_up) {
  auto const p = adaptive_at(4, 12);
  for (int round = 0; round < 50; ++round) {
    p->heard(round % 12, {0, 20});
    std::set<int> victims;
    for (int attempt = 0; attempt < 11; ++attempt) {
      int const victim = p->next(attempt);
      EXPECT_TRUE(victims.insert(victim).second);
      p->answered(victim, 0, 5 * us);
    }
    EXPECT_EQ(p->next(11), give_up);
  }
}

TEST(adaptive, explores_evenly_while_it_knows_nothing) {
  auto const p = adaptive_at(0, 9);
  auto const count = first_choices(*p, 9, 8000);
  for (std::size_t i = 1; i < count.size(); ++i) EXPECT_NEAR(count[i], 1000, 150) << i;
}

TEST(adaptive, prefers_places_with_high_load_hints_and_spreads) {
  auto const p = adaptive_at(0, 20);
  p->set_now(1000 * us);
  for (int rich : {3, 7, 11}) p->heard(rich, {0, 50});
  auto const count = first_choices(*p, 20);
  int rich = 0;
  for (std::size_t i : {3u, 7u, 11u}) {
    EXPECT_GT(count[i], 150) << i;
    rich += count[i];
  }
  EXPECT_GT(rich, 800);
}

TEST(adaptive, avoids_places_that_have_just_refused) {
  auto const p = adaptive_at(0, 6);
  p->set_now(1000 * us);
  for (int poor : {1, 2, 3}) p->heard(poor, {0, 0});
  auto const count = first_choices(*p, 6);
  EXPECT_GT(count[4] + count[5], 550) << "by chance 400";
}

TEST(adaptive, forgets) {
  auto const p = adaptive_at(0, 10);
  p->set_now(1000 * us);
  p->heard(4, {0, 50});
  EXPECT_TRUE(p->has_target());
  p->set_now(10'000'000 * us);
  EXPECT_FALSE(p->has_target());
  EXPECT_LT(first_choices(*p, 10)[4], 600);
  EXPECT_EQ(p->gossip(1).place, -1) << "too old to tell";
}

TEST(adaptive, looks_at_eight_and_asks_the_richest_for_work) {
  auto const p = adaptive_at(0, 40, true);
  for (int round = 1; round <= 50; ++round) {
    p->set_now(static_cast<std::uint64_t>(round) * 1'000'000 * us);
    ASSERT_EQ(p->next(0), skua::steal::probe_first);
    std::vector<int> const probes(p->probes().begin(), p->probes().end());
    EXPECT_EQ(probes.size(), 8u);
    EXPECT_EQ(std::set<int>(probes.begin(), probes.end()).size(), 8u);
    EXPECT_EQ(p->enough_probes(), 6u);
    for (std::size_t i = 0; i < probes.size(); ++i) p->probed(probes[i], {0, i == 5 ? 40u : 3u}, 5 * us);
    EXPECT_EQ(p->next(0), probes[5]);
    p->answered(probes[5], 20, 5 * us);
  }
}

TEST(adaptive, asks_no_place_without_work) {
  auto const p = adaptive_at(3, 40, true);
  p->set_now(1000 * us);
  std::set<int> asked_places;
  ASSERT_EQ(p->next(0), skua::steal::probe_first);
  for (int again = skua::steal::probe_first; again == skua::steal::probe_first; again = p->next(0)) {
    for (int const place : p->probes()) {
      EXPECT_TRUE(asked_places.insert(place).second) << place;
      p->probed(place, {0, 0}, 5 * us);
    }
  }
  EXPECT_EQ(asked_places.size(), 16u) << "then it gives up";
  EXPECT_EQ(p->next(0), skua::steal::probe_first) << "the next search";
}

TEST(adaptive, probes_no_place_while_it_knows_of_plenty) {
  auto const p = adaptive_at(0, 40, true);
  p->set_now(1000 * us);
  p->heard(17, {0, 100});
  EXPECT_EQ(p->next(0), 17);
  p->answered(17, 0, 5 * us);
  EXPECT_EQ(p->next(1), skua::steal::probe_first);
}

TEST(adaptive, looks_at_two_of_its_own_node) {
  skua::steal::settings s;
  s.own_place = 61;
  s.places = 1000;
  s.probing = true;
  s.distance = [](int p) { return p / 4 == 61 / 4 ? 1 : 2; };
  auto const p = skua::steal::make_policy("adaptive", s);
  std::set<int> near;
  for (int round = 0; round < 50; ++round) {
    ASSERT_EQ(p->next(0), skua::steal::probe_first);
    std::vector<int> const probes(p->probes().begin(), p->probes().end());
    EXPECT_GE(std::count_if(probes.begin(), probes.end(), [](int q) { return q / 4 == 61 / 4; }), 2);
    near.insert(probes[0]);
    near.insert(probes[1]);
    while (p->next(0) == skua::steal::probe_first) {
    }
  }
  EXPECT_EQ(near, (std::set<int>{60, 62, 63}));
}

TEST(adaptive, learns_that_what_it_hears_is_worth_nothing) {
  auto const p = adaptive_at(0, 10);
  std::uint64_t now = 1000 * us;
  auto const share = [&] {
    p->heard(4, {0, 50});
    return first_choices(*p, 10)[4];
  };
  p->set_now(now);
  int const before = share();
  for (int i = 0; i < 200; ++i) {  // place 4 never has the tasks it reports; other places often have some
    p->set_now(now += 50 * us);
    p->heard(4, {0, 50});
    p->answered(4, 0, 5 * us);
    for (int place : {1, 2, 3, 5, 6, 7, 8, 9}) {
      p->set_now(now += 100'000 * us);
      p->answered(place, 1, 5 * us);
    }
  }
  EXPECT_LT(share(), before / 2);
}

TEST(adaptive, tells_others_of_the_rich) {
  auto const p = adaptive_at(0, 6);
  p->set_now(1000 * us);
  EXPECT_EQ(p->gossip(1).place, -1);
  p->heard(3, {0, 9});
  EXPECT_EQ(p->gossip(1).place, 3);
  EXPECT_EQ(p->gossip(1).tasks, 4u) << "half, or load hints would never end";
  EXPECT_EQ(p->gossip(3).place, -1) << "not of themselves";
  p->answered(3, 0, 5 * us);
  EXPECT_EQ(p->gossip(1).place, -1);
  EXPECT_FALSE(p->has_target());
}

TEST(adaptive, prefers_short_ways) {
  auto const p = adaptive_at(0, 3, true);
  int nearer = 0;
  for (int round = 1; round <= 100; ++round) {
    p->set_now(static_cast<std::uint64_t>(round) * 1'000'000 * us);
    ASSERT_EQ(p->next(0), skua::steal::probe_first);
    p->probed(1, {0, 4}, 2 * us);
    p->probed(2, {0, 4}, 200 * us);
    nearer += p->next(0) == 1;
  }
  EXPECT_GT(nearer, 90);
}

// The older a hint, the more its place is expected to give what is usual.
TEST(adaptive, expects_the_usual_number_of_tasks_from_a_place_with_an_old_hint) {
  auto const p = adaptive_at(0, 10);
  for (std::uint64_t second = 1; second <= 50; ++second) {
    p->set_now(second * 1'000'000 * us);
    p->answered(9, 1000, 5 * us);
  }
  p->heard(9, {0, 0});
  p->probed(1, {0, 40}, 5 * us);
  p->set_now(50'001'000 * us);
  p->probed(2, {0, 20}, 7 * us);
  EXPECT_EQ(p->next(0), 1);
}

TEST(adaptive, hints_about_itself_or_about_no_place_change_nothing) {
  auto const p = adaptive_at(2, 5);
  p->heard(2, {0, 100});
  p->heard(-1, {0, 100});
  p->heard(5, {0, 100});
  EXPECT_FALSE(p->has_target());
  EXPECT_EQ(first_choices(*p, 5)[2], 0);
}

}  // namespace
