// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The performance-driven policy: its equations, compared with values computed by hand, its target,
// and both refresh mechanisms.
#include "steal/policies/performance_driven.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include <skua/error.hpp>

namespace {

using skua::steal::give_up;
using skua::steal::probe_first;

TEST(performance_equations, work_rate) {
  using skua::steal::work_rate;
  EXPECT_NEAR(work_rate(100, 0, 0), 3.955365061, 1e-9);  // ln 3.72 * ln 102.72 * 0.65
  EXPECT_NEAR(work_rate(0, 100, 0), 3.012706914, 1e-9);  // ln 2.72 * ln 102.72 * 0.65
  EXPECT_NEAR(work_rate(300, 700, 0), 4.964599854, 1e-9);
  EXPECT_NEAR(work_rate(300, 700, 5), 6.714599854, 1e-9);  // 0.35 * 5 more
}

TEST(performance_equations, delay) {
  using skua::steal::smoothed_delay;
  EXPECT_NEAR(smoothed_delay(0, 1, 0), 0.650410722, 1e-9);   // ln 2.72 * 0.65
  EXPECT_NEAR(smoothed_delay(10, 4, 0), 2.440533677, 1e-9);  // ln 42.72 * 0.65
  EXPECT_NEAR(smoothed_delay(250, 2, 3), 5.093021681, 1e-9);
}

TEST(performance_equations, score) {
  using skua::steal::steal_score;
  EXPECT_DOUBLE_EQ(steal_score({2.5, 4}, 3), 7);
  EXPECT_DOUBLE_EQ(steal_score({2.5, 0}, 3), -3);
  EXPECT_DOUBLE_EQ(steal_score({0, 1000}, 0.5), -0.4);  // the least rate that counts is 0.0001
}

std::unique_ptr<skua::steal::policy> performance_driven_at(int place, int places, bool probing = false) {
  skua::steal::settings s;
  s.own_place = place;
  s.places = places;
  s.workers = 2;
  s.probing = probing;
  return skua::steal::make_policy("performance_driven", s);
}

TEST(performance_driven, constants_are_arguments) {
  skua::steal::settings s;
  s.places = 3;
  auto const p = skua::steal::make_policy(
      "performance_driven(first=2ms,shortest=1ms,longest=10ms,longer=3ms,shorter=4ms,weight=0.5)", s);
  constexpr std::uint64_t ms = 1'000'000;
  EXPECT_EQ(p->measurement().first_refresh_ns, 2 * ms);
  EXPECT_EQ(p->measurement().shortest_refresh_ns, 1 * ms);
  EXPECT_EQ(p->measurement().weight_of_new, 0.5);
  EXPECT_EQ(p->refresh(), 1 * ms) << "no place has tasks";
  p->heard(1, {3.0, 10});
  for (std::uint64_t const interval : {4, 7, 10, 10}) EXPECT_EQ(p->refresh(), interval * ms);
  p->heard(1, {3.0, 0});
  for (std::uint64_t const interval : {6, 2, 1, 1}) EXPECT_EQ(p->refresh(), interval * ms);
}

TEST(performance_driven, a_period_is_a_task_unless_it_is_sampled) {
  EXPECT_TRUE(skua::steal::make_policy("performance_driven", {})->measurement().by_task);
  EXPECT_FALSE(skua::steal::make_policy("performance_driven(sampled)", {})->measurement().by_task);
}

TEST(performance_driven, wrong_arguments_are_refused) {
  for (char const* text :
       {"performance_driven(weight=2)", "performance_driven(weight=-1)", "performance_driven(longest=5)",
        "performance_driven(longest=0ms)", "performance_driven(longest=1ms)", "performance_driven(first=1ms,first=2ms)",
        "performance_driven(keep=0.5)", "performance_driven(keep=2000000)", "performance_driven(tuned,weight=0.5)",
        "performance_driven(tuned,shorter=1ms)", "performance_driven(tuned,published)", "performance_driven(unknown)",
        "performance_driven()", "performance_driven(lifelines=0)", "random(lifelines=33)", "random(ahead=perhaps)",
        "random(ahead=)", "lifeline(3,2,lifelines=2)", "lifeline(3,2,lifelines=3)"})
    EXPECT_THROW((void)skua::steal::make_policy(text, {}), skua::error) << text;
}

TEST(performance_driven, wants_to_know_the_load_of_all_others) {
  auto const p = performance_driven_at(1, 4);
  EXPECT_TRUE(p->wants_load());
  EXPECT_EQ(std::vector<int>(p->probes().begin(), p->probes().end()), (std::vector<int>{0, 2, 3}));
  EXPECT_FALSE(skua::steal::make_policy("random", {})->wants_load());
}

TEST(performance_driven, asks_a_place_while_it_knows_nothing) {
  std::set<int> first;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    skua::steal::settings s;
    s.own_place = 1;
    s.places = 4;
    s.seed = seed;
    auto const p = skua::steal::make_policy("performance_driven", s);
    first.insert(p->next(0));
    EXPECT_EQ(p->next(0), p->next(0)) << "the target stays until a refresh";
  }
  EXPECT_EQ(first, (std::set<int>{0, 2, 3})) << "every place is reached";
}

TEST(performance_driven, the_best_score_is_the_target) {
  auto const p = performance_driven_at(0, 4);
  p->heard(1, {3.0, 10});
  p->heard(2, {4.0, 10});
  p->heard(3, {1.0, 20});
  (void)p->refresh();
  EXPECT_EQ(p->next(0), 2);
  // A slow place loses: its delay of a second weighs 0.65 * ln(2.72 + 2,000,000) = 9.43; it is
  // measured three times.
  p->heard(2, {3.2, 10});
  for (int i = 0; i < 3; ++i) p->probed(2, {3.2, 10}, 1'000'000'000);
  EXPECT_EQ(p->next(0), 2) << "cached until the next refresh";
  (void)p->refresh();
  EXPECT_EQ(p->next(0), 1);
}

TEST(performance_driven, what_is_heard_about_itself_changes_nothing) {
  auto const p = performance_driven_at(0, 3);
  p->heard(0, {100.0, 1000});
  p->heard(2, {3.0, 10});
  (void)p->refresh();
  EXPECT_EQ(p->next(0), 2);
}

TEST(performance_driven, nothing_worth_stealing_is_no_target) {
  auto const p = performance_driven_at(0, 3);
  (void)p->refresh();
  EXPECT_EQ(p->next(0), give_up);
  p->answered(1, 0, 1'000'000);  // a delay that makes one task not worth stealing
  p->heard(1, {0.1, 1});
  EXPECT_EQ(p->next(0), give_up);
}

TEST(performance_driven, a_starving_worker_refreshes_and_tries_once_more) {
  auto const p = performance_driven_at(0, 4);
  p->heard(1, {3.0, 10});
  (void)p->refresh();
  p->heard(3, {3.0, 8});
  EXPECT_EQ(p->next(0), 1);
  p->answered(1, 0, 1000);
  EXPECT_EQ(p->next(1), 3) << "chosen anew";
  p->answered(3, 0, 1000);
  EXPECT_EQ(p->next(2), give_up);
  // Without a target the first attempt chooses a new one.
  (void)p->refresh();
  p->heard(2, {3.0, 8});
  EXPECT_EQ(p->next(0), 2);
}

TEST(performance_driven, probes_before_it_chooses_anew_if_it_can) {
  auto const p = performance_driven_at(0, 3, true);
  p->heard(1, {3.0, 10});
  (void)p->refresh();
  EXPECT_EQ(p->next(0), 1);
  p->answered(1, 0, 1000);
  EXPECT_EQ(p->next(1), probe_first);
  p->probed(1, {3.0, 0}, 1000);
  p->probed(2, {3.0, 9}, 1000);
  EXPECT_EQ(p->next(1), 2);
  p->answered(2, 0, 1000);
  EXPECT_EQ(p->next(2), give_up);
  // The target is still place 2; at the refresh no place has tasks.
  (void)p->refresh();
  EXPECT_EQ(p->next(0), probe_first);
  p->probed(1, {3.0, 7}, 1000);
  EXPECT_EQ(p->next(0), 1);
}

TEST(performance_driven, has_a_target_when_a_refresh_has_found_one) {
  auto const p = performance_driven_at(0, 3);
  (void)p->refresh();
  EXPECT_FALSE(p->has_target());
  p->heard(2, {3.0, 10});
  EXPECT_FALSE(p->has_target()) << "not before the refresh";
  (void)p->refresh();
  EXPECT_TRUE(p->has_target());
  EXPECT_EQ(p->next(0), 2);
  EXPECT_FALSE(skua::steal::make_policy("random", {})->has_target());
}

TEST(performance_driven, automatic_refresh_adapts_its_interval_within_limits) {
  constexpr std::uint64_t ms = 1'000'000;
  auto const p = performance_driven_at(0, 3);
  EXPECT_EQ(p->refresh(), 5 * ms) << "nothing found: as soon as is allowed";
  p->heard(1, {3.0, 10});
  for (std::uint64_t const expected : {65u, 125u, 185u, 240u, 240u}) EXPECT_EQ(p->refresh(), expected * ms);
  p->heard(1, {3.0, 0});
  for (std::uint64_t const expected : {120u, 5u, 5u}) EXPECT_EQ(p->refresh(), expected * ms);
  EXPECT_EQ(skua::steal::make_policy("random", {})->refresh(), 0u) << "others have none";
}

TEST(performance_driven, keeps_its_target_until_another_place_is_much_better) {
  skua::steal::settings s;
  s.places = 4;
  auto const usual = skua::steal::make_policy("performance_driven", s);
  auto const keeping = skua::steal::make_policy("performance_driven(keep=2)", s);
  for (auto* p : {usual.get(), keeping.get()}) {
    p->heard(1, {3.0, 10});
    (void)p->refresh();
    EXPECT_EQ(p->next(0), 1);
    p->heard(2, {3.0, 19});
    (void)p->refresh();
  }
  EXPECT_EQ(usual->next(0), 2);
  EXPECT_EQ(keeping->next(0), 1) << "19 tasks are less than twice as good as 10";
  keeping->heard(2, {3.0, 21});
  keeping->heard(3, {3.0, 22});
  (void)keeping->refresh();
  EXPECT_EQ(keeping->next(0), 3) << "the best of the much better ones";
  keeping->answered(3, 0, 1000);
  EXPECT_EQ(keeping->next(1), 2) << "a place that refuses is not kept";
  auto const of_little_work = skua::steal::make_policy("performance_driven(keep=2)", s);
  for (int place : {1, 2}) {
    of_little_work->heard(place, {place == 1 ? 0.5 : 0.75, 1});
    (void)of_little_work->refresh();
    EXPECT_EQ(of_little_work->next(0), 1) << "any positive score is kept";
  }
}

TEST(performance_driven, tuned_refreshes_often_only_while_the_target_changes) {
  constexpr std::uint64_t us = 1'000, ms = 1'000'000;
  skua::steal::settings s;
  s.places = 3;
  auto const p = skua::steal::make_policy("performance_driven(tuned,first=64ms,longest=200ms)", s);
  EXPECT_TRUE(p->measurement().tuned);
  p->probed(1, {3.0, 0}, 10 * us);
  p->probed(2, {3.0, 0}, 20 * us);
  EXPECT_EQ(p->refresh(), 32 * ms) << "no target: again after half the interval";
  p->probed(1, {3.0, 10}, 10 * us);
  EXPECT_EQ(p->refresh(), 16 * ms) << "a new target: it came too late";
  for (std::uint64_t const expected : {24u, 36u, 54u, 81u}) EXPECT_EQ(p->refresh(), expected * ms);
  for (int i = 0; i < 5; ++i) (void)p->refresh();
  EXPECT_EQ(p->refresh(), 200 * ms) << "the longest";
  for (int i = 0; i < 20; ++i) {
    p->probed(1, {3.0, 0}, 10 * us);
    p->probed(2, {3.0, 0}, 30 * us);
    (void)p->refresh();
  }
  p->probed(1, {3.0, 0}, 10 * us);
  p->probed(2, {3.0, 0}, 30 * us);
  EXPECT_EQ(p->refresh(), 500 * 30 * us) << "a round takes at most 1/500 of the interval";
}

TEST(performance_driven, tuned_follows_a_delay_that_changes_faster_than_one_that_varies) {
  skua::steal::settings s;
  s.places = 3;
  // A place that answers in 1 ms, then in 1 s.
  auto const later = [&](char const* name, std::uint64_t tasks_of_other) {
    auto const p = skua::steal::make_policy(name, s);
    for (int i = 0; i < 20; ++i) {
      p->probed(1, {1.0, 20}, 1'000'000);
      p->probed(2, {1.0, static_cast<std::uint32_t>(tasks_of_other)}, 1'000'000);
    }
    for (int i = 0; i < 8; ++i) p->probed(1, {1.0, 20}, 1'000'000'000);
    (void)p->refresh();
    return p->next(0);
  };
  // ln(2.72 + 1e6) - ln(2.72 + 1e3) = 6.9: the delay costs the first place as much as seven tasks.
  EXPECT_EQ(later("performance_driven", 14), 2);
  EXPECT_EQ(later("performance_driven(tuned)", 14), 2);
  EXPECT_EQ(later("performance_driven(weight=0.01)", 14), 1);
}

}  // namespace
