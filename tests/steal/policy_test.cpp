// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of every policy: it reaches every other place and never its own, gives up soon, and
// behaves the same again with the same seed.
#include "steal/policy.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <skua/error.hpp>

#include "steal/policies.hpp"

namespace {

using skua::steal::give_up;
using skua::steal::make_policy;
using skua::steal::policy;
using skua::steal::settings;

/// Every policy of the table, and some with arguments.
std::vector<std::string> tested_policies() {
  std::vector<std::string> names{"lifeline(3,2)",
                                 "lifeline(0,1)",
                                 "hierarchical(4)",
                                 "random(lifelines=off)",
                                 "nearest(lifelines=3,ahead=off)",
                                 "hierarchical(4,ahead=off)",
                                 "lifeline(3,2,ahead=off)",
                                 "performance_driven(published,weight=0.5,longest=100ms,lifelines=off)",
                                 "performance_driven(tuned,keep=1.5,longest=100ms)"};
  for (auto const& entry : skua::steal::all_policies()) {
    if (!entry.has_own_lifelines) names.emplace_back(entry.name);  // the others name their arguments
  }
  return names;
}

settings settings_of(int place, int places, std::uint64_t seed = 1) {
  settings s;
  s.own_place = place;
  s.places = places;
  s.seed = seed;
  return s;
}

/// Distances of places 0, 1, 2, ….
std::function<int(int)> as_listed(std::vector<int> distances) {
  return [d = std::move(distances)](int place) { return d.at(static_cast<std::size_t>(place)); };
}

/// Asks until the policy gives up, and refuses each time. Returns the victims.
std::vector<int> victims_until_give_up(policy& p, int max_attempts = 1000) {
  std::vector<int> victims;
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    int const victim = p.next(attempt);
    if (victim == give_up) return victims;
    victims.push_back(victim);
    p.answered(victim, 0, 1000);
  }
  ADD_FAILURE() << p.name() << " does not give up";
  return victims;
}

class every_policy : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(policy, every_policy, testing::ValuesIn(tested_policies()), [](auto const& tested) {
  std::string name;
  for (char const c : tested.param) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

TEST_P(every_policy, stays_within_bounds_and_gives_up) {
  for (int places = 1; places <= 40; ++places) {
    for (int place = 0; place < places; place += 3) {
      auto const p = make_policy(GetParam(), settings_of(place, places));
      for (int round = 0; round < 5; ++round) {
        auto const victims = victims_until_give_up(*p);
        EXPECT_LE(victims.size(), 40u);
        for (int const victim : victims) {
          EXPECT_GE(victim, 0);
          EXPECT_LT(victim, places);
          EXPECT_NE(victim, place);
        }
      }
      EXPECT_EQ(p->next(1000), give_up);
    }
  }
}

TEST_P(every_policy, alone_it_asks_no_place) {
  auto const p = make_policy(GetParam(), settings_of(0, 1));
  EXPECT_EQ(p->next(0), give_up);
  EXPECT_TRUE(p->lifelines().empty());
}

TEST_P(every_policy, is_known_by_its_name) {
  auto const p = make_policy(GetParam(), settings_of(2, 5));
  EXPECT_EQ(p->name(), GetParam());
  EXPECT_EQ(make_policy(p->name(), settings_of(2, 5))->name(), p->name());
}

TEST_P(every_policy, repeats_itself_with_its_seed) {
  auto const first = make_policy(GetParam(), settings_of(3, 30, 77));
  auto const second = make_policy(GetParam(), settings_of(3, 30, 77));
  for (int round = 0; round < 10; ++round) EXPECT_EQ(victims_until_give_up(*first), victims_until_give_up(*second));
}

TEST_P(every_policy, has_lifelines) {
  auto const p = make_policy(GetParam(), settings_of(3, 30));
  EXPECT_EQ(p->asks_ahead(), p->name().find("ahead=off") == std::string::npos);
  if (p->name().find("lifelines=off") != std::string::npos) {
    EXPECT_TRUE(p->lifelines().empty());
    return;
  }
  EXPECT_FALSE(p->lifelines().empty());
  for (int const buddy : p->lifelines()) EXPECT_NE(buddy, 3);
}

// Every place is asked. Where a policy asks only a few places, the others are at least reached by a
// chain of lifelines (lifeline_test.cpp).
TEST(policy, those_that_search_reach_every_place) {
  for (char const* name : {"random", "last_victim", "round_robin", "lifeline(3,2)", "nearest", "hierarchical",
                           "hierarchical(4)", "adaptive"}) {
    for (int places : {2, 3, 7, 40}) {
      for (int place : {0, places / 2, places - 1}) {
        auto s = settings_of(place, places);
        s.distance = [](int p) { return p % 3; };
        auto const p = make_policy(name, s);
        std::set<int> victims;
        for (int round = 0; round < 200; ++round) {
          for (int const victim : victims_until_give_up(*p)) victims.insert(victim);
        }
        EXPECT_EQ(victims.size(), static_cast<std::size_t>(places) - 1) << name << " at " << place << " of " << places;
      }
    }
  }
}

TEST(policy, random_asks_no_place_twice_and_depends_on_seed_and_place) {
  auto const p = make_policy("random", settings_of(4, 12, 5));
  for (int round = 0; round < 20; ++round) {
    auto const victims = victims_until_give_up(*p);
    EXPECT_EQ(victims.size(), 11u);
    EXPECT_EQ(std::set<int>(victims.begin(), victims.end()).size(), victims.size());
  }
  EXPECT_NE(victims_until_give_up(*make_policy("random", settings_of(4, 12, 5))),
            victims_until_give_up(*make_policy("random", settings_of(4, 12, 6))));
  EXPECT_NE(victims_until_give_up(*make_policy("random", settings_of(11, 12, 5))),
            victims_until_give_up(*make_policy("random", settings_of(10, 12, 5))));
}

TEST(policy, random_is_about_uniform) {
  auto const p = make_policy("random", settings_of(0, 9));
  std::vector<int> count(9);
  constexpr int rounds = 8000;
  for (int round = 0; round < rounds; ++round) ++count[static_cast<std::size_t>(p->next(0))];
  for (std::size_t i = 1; i < count.size(); ++i)
    EXPECT_NEAR(count[i], rounds / 8, 150) << i;  // five standard deviations
}

TEST(policy, last_victim_asks_the_last_successful_victim_first) {
  auto const p = make_policy("last_victim", settings_of(0, 10));
  p->answered(7, 3, 1000);
  EXPECT_EQ(p->next(0), 7);
  p->answered(7, 1, 1000);
  EXPECT_EQ(p->next(0), 7);
  p->answered(7, 0, 1000);
  int const second = p->next(1);
  EXPECT_NE(second, 7);
  p->answered(second, 2, 1000);
  EXPECT_EQ(p->next(0), second);
}

TEST(policy, last_victim_asks_no_place_twice_in_one_search) {
  auto const p = make_policy("last_victim", settings_of(0, 10));
  for (int round = 0; round < 50; ++round) {
    p->answered(5, 1, 1000);
    auto const victims = victims_until_give_up(*p);
    EXPECT_EQ(victims.front(), 5);
    EXPECT_EQ(std::set<int>(victims.begin(), victims.end()).size(), 9u);
    EXPECT_EQ(victims.size(), 9u);
  }
}

TEST(policy, round_robin_goes_on_where_it_was) {
  auto const p = make_policy("round_robin", settings_of(2, 4));
  std::vector<int> victims;
  for (int i = 0; i < 7; ++i) victims.push_back(p->next(0));
  EXPECT_EQ(victims, (std::vector<int>{3, 0, 1, 3, 0, 1, 3}));
  auto const large = make_policy("round_robin", settings_of(0, 100));
  EXPECT_EQ(victims_until_give_up(*large).front(), 1);
  EXPECT_EQ(large->next(0), 17);
}

TEST(policy, nearest_goes_outwards) {
  auto s = settings_of(1, 6);
  s.distance = as_listed({2, 0, 1, 1, 5, 2});
  auto const p = make_policy("nearest", s);
  for (int round = 0; round < 20; ++round) {
    auto const victims = victims_until_give_up(*p);
    EXPECT_EQ(std::set<int>(victims.begin(), victims.begin() + 2), (std::set<int>{2, 3}));
    EXPECT_EQ(std::set<int>(victims.begin() + 2, victims.begin() + 4), (std::set<int>{0, 5}));
    EXPECT_EQ(victims.at(4), 4);
    EXPECT_EQ(victims.size(), 5u);
  }
}

TEST(policy, nearest_leaves_time_for_the_far_ones) {
  auto s = settings_of(0, 60);
  s.distance = [](int p) { return p == 59 ? 2 : 1; };
  auto const victims = victims_until_give_up(*make_policy("nearest", s));
  EXPECT_EQ(victims.back(), 59);
  EXPECT_EQ(victims.size(), 9u);
}

TEST(policy, hierarchical_asks_its_group_first) {
  auto s = settings_of(5, 12);
  s.distance = as_listed({2, 2, 2, 2, 1, 0, 1, 1, 2, 2, 2, 2});  // four places per node
  auto const p = make_policy("hierarchical", s);
  std::set<int> outside;
  for (int round = 0; round < 50; ++round) {
    auto const victims = victims_until_give_up(*p);
    ASSERT_EQ(victims.size(), 5u) << "three members, and one of each other group";
    EXPECT_EQ(std::set<int>(victims.begin(), victims.begin() + 3), (std::set<int>{4, 6, 7}));
    EXPECT_NE(victims[3] / 4, victims[4] / 4);
    outside.insert(victims.begin() + 3, victims.end());
  }
  EXPECT_EQ(outside, (std::set<int>{0, 1, 2, 3, 8, 9, 10, 11}));
}

TEST(policy, hierarchical_makes_groups_where_all_are_equally_far_away) {
  // 3 * 3 of 10 places, and one more group.
  auto const p = make_policy("hierarchical", settings_of(4, 10));
  for (int round = 0; round < 50; ++round) {
    auto const victims = victims_until_give_up(*p);
    ASSERT_EQ(victims.size(), 5u);
    EXPECT_EQ(std::set<int>(victims.begin(), victims.begin() + 2), (std::set<int>{3, 5}));
    std::set<int> groups;
    for (std::size_t i = 2; i < 5; ++i) groups.insert(victims[i] / 3);
    EXPECT_EQ(groups, (std::set<int>{0, 2, 3}));
  }
  auto s = settings_of(0, 6);
  s.distance = as_listed({0, 2, 2, 2, 2, 2});
  EXPECT_EQ(victims_until_give_up(*make_policy("hierarchical", s)).front(), 1);
  s.distance = as_listed({0, 1, 1, 2, 2, 2});
  EXPECT_EQ(victims_until_give_up(*make_policy("hierarchical(2)", s)).front(), 1)
      << "a given size counts, not the distance";
  EXPECT_EQ(victims_until_give_up(*make_policy("hierarchical(2)", s)).size(), 3u);
}

TEST(policy, hierarchical_leaves_time_for_other_groups) {
  auto const victims = victims_until_give_up(*make_policy("hierarchical(100)", settings_of(0, 1000)));
  EXPECT_EQ(victims.size(), 16u);
  for (std::size_t i = 0; i < victims.size(); ++i) EXPECT_EQ(victims[i] < 100, i < 8);
}

std::string error_of(std::string const& text, bool amount) {
  try {
    if (amount) {
      (void)skua::steal::parse_amount(text);
    } else {
      (void)make_policy(text, settings_of(0, 4));
    }
  } catch (skua::error const& e) {
    return e.what();
  }
  return "no error";
}

TEST(policy, unknown_names_are_errors_that_say_what_is_known) {
  for (char const* text : {"",
                           "nobody",
                           "random(1)",
                           "random()",
                           "lifeline(",
                           "lifeline()",
                           "lifeline(1)",
                           "lifeline(1,2",
                           "lifeline(1,2,3)",
                           "lifeline(-1,2)",
                           "lifeline(1,0)",
                           "lifeline(1,33)",
                           "lifeline(a,b)",
                           "lifeline(1,2)x",
                           "lifeline(99999999999,2)",
                           "RANDOM",
                           "hierarchical(0)",
                           "hierarchical()",
                           "hierarchical(1,2)",
                           "hierarchical(4",
                           "adaptive(2)",
                           "performance_driven(text)"}) {
    EXPECT_EQ(
        error_of(text, false),
        std::string(
            "steal policy: expected random, last_victim, round_robin, lifeline, lifeline(w,z) with w from 0 and "
            "z from 1 to 32, nearest, hierarchical, hierarchical(g) with g from 1, performance_driven, "
            "performance_driven(published) or adaptive, each optionally with lifelines=z, lifelines=off or ahead=off, "
            "found \"") +
            text + "\"");
  }
  EXPECT_EQ(make_policy("lifeline( 4, 3 )", settings_of(0, 4))->name(), "lifeline(4,3)");
}

TEST(amount, gives_what_it_says) {
  using skua::steal::parse_amount;
  auto const one = parse_amount("one");
  auto const half = parse_amount("half");
  auto const chunk = parse_amount("chunk(16)");
  for (auto const& a : {one, half, chunk}) EXPECT_EQ(a.of(0), 0u);
  EXPECT_EQ(one.of(1), 1u);
  EXPECT_EQ(one.of(100), 1u);
  EXPECT_EQ(half.of(1), 1u);
  EXPECT_EQ(half.of(2), 1u);
  EXPECT_EQ(half.of(7), 4u);
  EXPECT_EQ(half.of(100), 50u);
  EXPECT_EQ(chunk.of(5), 5u);
  EXPECT_EQ(chunk.of(16), 16u);
  EXPECT_EQ(chunk.of(100), 16u);
}

TEST(amount, unknown_names_are_errors_that_say_what_is_known) {
  for (char const* text :
       {"", "all", "chunk", "chunk()", "chunk(0)", "chunk(-1)", "chunk(1,2)", "chunk(9", "half(2)"}) {
    EXPECT_EQ(
        error_of(text, true),
        std::string("steal amount: expected one, half or chunk(n) with n from 1 to 1000000, found \"") + text + "\"");
  }
}

}  // namespace
