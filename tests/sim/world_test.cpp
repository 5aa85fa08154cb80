// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual time: what work costs, how a network behaves, and that a seed gives the same run again.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include <skua/skua.hpp>

#include "core/settings.hpp"
#include "sim/settings.hpp"
#include "system/machine.hpp"

namespace {

long tree(int depth, double cost) {
  skua::sim::work(cost);
  if (depth == 0) return 1;
  skua::sum<long> nodes;
  skua::finish([=] {
    for (int i = 0; i < 3; ++i) skua::spawn(skua::any, [=]() mutable { nodes += tree(depth - 1, cost); });
  });
  return 1 + nodes.get();
}

struct outcome {
  double seconds = 0;
  long nodes = 0;
  std::string report;
};

outcome run_tree(std::string const& sim, int depth, double cost) {
  outcome o;
  testing::internal::CaptureStderr();
  {
    skua::runtime program{{.sim = sim + ",report=1"}};
    program.run([&] {
      EXPECT_TRUE(skua::sim::active());
      double const begin = skua::sim::now();
      o.nodes = tree(depth, cost);
      o.seconds = skua::sim::now() - begin;
    });
  }
  o.report = testing::internal::GetCapturedStderr();
  return o;
}

TEST(world, work_is_what_time_passes_with) {
  outcome const one = run_tree("places=1,workers=1", 5, 1e-3);
  EXPECT_EQ(one.nodes, 364);
  EXPECT_NEAR(one.seconds, 0.364, 0.002);
  outcome const four = run_tree("places=1,workers=4", 5, 1e-3);
  EXPECT_EQ(four.nodes, 364);
  EXPECT_GT(four.seconds, 0.364 / 4);
  EXPECT_LT(four.seconds, 0.364 / 3);
}

/// Spawns the tasks at this place; returns the number of those that have run.
long run_bag(int tasks, double cost) {
  skua::sum<long> done;
  skua::finish([=] {
    for (int i = 0; i < tasks; ++i) {
      skua::spawn(skua::any, [=]() mutable {
        skua::sim::work(cost);
        done += 1;
      });
    }
  });
  return done.get();
}

/// All work lies in one deque, and its owner pushes no more tasks: thieves must force the deque.
TEST(world, a_bag_of_one_place_is_shared) {
  skua::runtime program{{.sim = "places=10,workers=1"}};
  program.run([] {
    double const begin = skua::sim::now();
    EXPECT_EQ(run_bag(200, 1e-3), 200);
    EXPECT_LT(skua::sim::now() - begin, 0.2 / 8);
  });
}

/// The tasks that are public first may not leave: thieves of other places must get those behind.
TEST(world, tasks_that_stay_do_not_keep_others_from_leaving) {
  for (char const* sim : {"places=4,workers=1", "places=4,workers=2"}) {
    for (int stay_first : {1, 5, 100}) {
      skua::runtime program{{.sim = sim}};
      program.run([=] {
        double const begin = skua::sim::now();
        double bag_seconds = 0;
        skua::finish([&] {
          for (int i = 0; i < stay_first; ++i) skua::spawn([] { skua::sim::work(1e-6); });
          skua::finish([&] {  // the tasks above stay in the deque until then
            skua::spawn([] { skua::sim::work(1e-6); });
            EXPECT_EQ(run_bag(400, 1e-3), 400);
          });
          bag_seconds = skua::sim::now() - begin;
        });
        EXPECT_LT(bag_seconds, 0.4 / 3) << sim << ", " << stay_first << " tasks that stay";
      });
    }
  }
}

/// Thieves that have waited while the place slept get tasks, although the first that it spawns then
/// may not leave.
TEST(world, thieves_that_wait_for_a_sleeper_get_tasks_behind_one_that_stays) {
  skua::runtime program{{.sim = "places=4,workers=1"}};
  program.run([] {
    skua::sleep_for(std::chrono::seconds(1));
    double const begin = skua::sim::now();
    double bag_seconds = 0;
    skua::finish([&] {
      skua::spawn([] { skua::sim::work(1e-6); });
      skua::finish([&] { EXPECT_EQ(run_bag(400, 1e-3), 400); });
      bag_seconds = skua::sim::now() - begin;
    });
    EXPECT_LT(bag_seconds, 0.4 / 3);
  });
}

/// The thieves get their share of all tasks of a place, whatever part of them the owner keeps
/// private at that moment.
TEST(world, a_place_with_many_tasks_gives_many) {
  for (std::string const amount : {"half", "one"}) {
    for (char const* policy : {"random", "lifeline", "adaptive"}) {
      skua::runtime program{{.sim = "places=2,workers=1", .steal = policy, .steal_amount = amount}};
      program.run([&] {
        EXPECT_EQ(run_bag(4000, 1e-4), 4000);
        skua::sim::summary const summary = skua::sim::summarise();
        if (amount == "half") {
          EXPECT_GT(summary.tasks, 1000U) << policy;
          EXPECT_LE(summary.loots, 8U) << policy;  // at most 512 tasks each; taking only the public tasks it took 23
        } else {
          EXPECT_EQ(summary.tasks, summary.loots) << policy;
        }
      });
    }
  }
}

/// A task that spawns its most promising children last has them run first, at this place and at
/// others. Branch and bound depends on it.
TEST(world, what_was_sent_runs_newest_first) {
  skua::runtime program{{.sim = "places=2,workers=1"}};
  program.run([] {
    skua::place_local<std::vector<int>> const ran;
    skua::finish([=] {
      for (int i = 0; i < 1000; ++i) {
        skua::spawn(skua::any, [=]() mutable {
          skua::sim::work(1e-4);
          ran->push_back(i);
        });
      }
    });
    std::uint64_t const loots = skua::sim::summarise().loots;
    for (int place = 0; place < 2; ++place) {
      auto const order = skua::at(place, [=] { return *ran; });
      EXPECT_GT(order.size(), 300U);
      std::uint64_t rises = 0;
      for (std::size_t i = 1; i < order.size(); ++i) rises += order[i] > order[i - 1];
      EXPECT_LE(rises, loots) << "at place " << place;
    }
  });
}

TEST(world, the_same_seed_is_the_same_run) {
  for (char const* sim : {"places=5,workers=2,seed=3,jitter=1", "places=3,workers=1,seed=8"}) {
    outcome const first = run_tree(sim, 6, 2e-5);
    outcome const second = run_tree(sim, 6, 2e-5);
    EXPECT_EQ(first.nodes, 1093);
    EXPECT_EQ(first.report, second.report);
    EXPECT_NE(first.report.find("fingerprint"), std::string::npos) << first.report;
  }
  EXPECT_NE(run_tree("places=5,seed=3", 6, 2e-5).report, run_tree("places=5,seed=4", 6, 2e-5).report);
}

/// Virtual seconds until a million bytes have gone to the last place and an answer has come back.
double delivery(std::string const& sim) {
  skua::runtime program{{.sim = sim}};
  double took = 0;
  program.run([&took] {
    std::vector<char> const text(1'000'000, 'x');
    double const begin = skua::sim::now();
    std::size_t const n =
        skua::async(skua::on(skua::places() - 1), [](std::vector<char> const& t) { return t.size(); }, text).get();
    took = skua::sim::now() - begin;
    EXPECT_EQ(n, text.size());
  });
  return took;
}

TEST(world, nodes_and_racks_have_links_of_their_own) {
  EXPECT_GT(delivery("places=4,node=2,uplink=100MB/s"), 10e-3);
  EXPECT_LT(delivery("places=2,node=2,uplink=100MB/s"), 2e-3);  // stays within the node
  EXPECT_GT(delivery("places=4,node=1,rack=2,far=5ms"), 10e-3);
  EXPECT_LT(delivery("places=2,node=1,rack=2,far=5ms"), 2e-3);
}

TEST(world, what_the_network_loses_comes_later) {
  std::string const sure = "places=2,latency=1ms,seed=5";
  EXPECT_GT(delivery(sure + ",loss=0.5"), delivery(sure) + 3e-3);
}

/// Virtual seconds of a call at the last place, which has slept for that time.
double call_after(double pause, std::string const& sim) {
  skua::runtime program{{.sim = sim}};
  double took = 0;
  program.run([&] {
    int const last = skua::places() - 1;
    skua::at(last, [] {});  // its threads have been awake
    skua::sim::work(pause);
    double const begin = skua::sim::now();
    skua::at(last, [] {});
    took = skua::sim::now() - begin;
  });
  return took;
}

TEST(world, a_place_that_polls_hears_of_messages_at_its_next_look) {
  std::string const waking = "places=2,latency=10us,wake=1us";
  for (double const pause : {300e-6, 5e-3, 1.0}) EXPECT_LT(call_after(pause, waking), 40e-6);
  // The intervals grow to a quarter of the time slept, and to a millisecond at most. The caller
  // sleeps in between, so it finds the answer up to a quarter later.
  double longest = 0;
  for (int seed = 1; seed <= 20; ++seed) {
    double const pause = 20e-3 + 53e-6 * seed;
    double const took = call_after(pause, waking + ",mpi=1,seed=" + std::to_string(seed));
    EXPECT_LT(took, 2e-3);
    longest = std::max(longest, took);
  }
  EXPECT_GT(longest, 300e-6);
  for (double const pause : {0.0, 300e-6}) EXPECT_LT(call_after(pause, waking + ",mpi=1"), 250e-6);
  EXPECT_LT(call_after(5e-3, "places=2,node=2,wake=1us,mpi=1"), 40e-6);  // messages of one node wake
}

TEST(world, some_places_are_slow) {
  double const usual = run_tree("places=1,workers=2", 5, 1e-3).seconds;
  EXPECT_NEAR(run_tree("places=1,workers=2,slow=1:4", 5, 1e-3).seconds, 4 * usual, 0.2 * usual);
  double const now_and_then = run_tree("places=1,workers=2,contended=1:3,period=10ms", 5, 1e-3).seconds;
  EXPECT_GT(now_and_then, 1.2 * usual);
  EXPECT_LT(now_and_then, 2.8 * usual);
}

TEST(world, costs_can_be_measured) {
  // each real second counts as a thousand
  skua::runtime program{{.sim = "places=1,measured=1000"}};
  program.run([] {
    double const begin = skua::sim::now();
    std::uint64_t const real = skua::system::monotonic_ns();
    while (skua::system::monotonic_ns() - real < 1'000'000) {
    }
    EXPECT_GT(skua::sim::now() - begin, 1.0);
  });
}

TEST(world_death, a_deadlock_report_names_waiters_and_objects) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  auto const wait_for_nothing = [](char const* sim) {
    skua::runtime program{{.sim = sim}};
    program.run([] {
      skua::spawn(skua::on(skua::places() - 1), skua::named("the waiter"), [] {
        skua::promise<int> never;
        (void)never.get_future().get();
      });
    });
  };
  EXPECT_DEATH(wait_for_nothing("places=1,workers=2"),
               "deadlock: every task waits and nothing can come:\n.*  the waiter waits for");
  EXPECT_DEATH(wait_for_nothing("places=2"), "place 1: the waiter waits for");
}

TEST(world_death, a_lost_place_ends_the_run) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  auto const lose = [] { run_tree("places=4,lose=2@5ms", 6, 1e-3); };
  EXPECT_EXIT(lose(), testing::ExitedWithCode(skua::exit_code::lost_place), "");
  auto const lose_one_that_has_nothing_to_do = [] { run_tree("places=2,lose=1@5ms,limit=1s", 0, 2); };
  EXPECT_EXIT(lose_one_that_has_nothing_to_do(), testing::ExitedWithCode(skua::exit_code::lost_place), "");
}

TEST(world, settings_say_what_is_wrong) {
  auto const text_of = [](std::string const& sim) -> std::string {
    try {
      (void)skua::sim::parse_settings(sim);
    } catch (skua::error const& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(text_of("places=4096,workers=12,seed=18446744073709551615,latency=1.5us,bandwidth=2MB/s"), "");
  EXPECT_EQ(text_of(""), "");
  EXPECT_EQ(text_of("workers=4096"), "");
  EXPECT_NE(text_of("workers=4097").find("from 1 to 4096"), std::string::npos);
  EXPECT_NE(text_of("place=4").find("with a name of places, workers"), std::string::npos);
  EXPECT_NE(text_of("places").find("NAME=VALUE"), std::string::npos);
  EXPECT_NE(text_of("places=0").find("from 1 to " + std::to_string(skua::sched::max_simulated_places)),
            std::string::npos);
  EXPECT_NE(text_of("latency=2").find("with its unit, as in 2us"), std::string::npos);
  EXPECT_NE(text_of("bandwidth=0B/s").find("a value above 0"), std::string::npos);
  EXPECT_NE(text_of("latency=1e300s").find("at most 1000000s"), std::string::npos);
  EXPECT_NE(text_of("slow=3").find("as in 3:10"), std::string::npos);
  EXPECT_NE(text_of("loss=1").find("at most 0.9"), std::string::npos);
  EXPECT_NE(text_of("lose=1").find("as in 3@5ms"), std::string::npos);
  EXPECT_NE(text_of("places=2,lose=2@1ms").find("one of the places"), std::string::npos);
  EXPECT_NE(text_of("lose=0@1ms").find("from 1 to"), std::string::npos);
  EXPECT_NE(text_of("look=0ns").find("at least a nanosecond"), std::string::npos);
  EXPECT_EQ(text_of("queue=0ns,start=10ns,yield=1us,look=100ns,wake=20us"), "");
  EXPECT_EQ(
      text_of(
          "places=3,slow=1:10,contended=2:1.5,period=1ms,uplink=1GB/s,rack=4,far=5us,loss=0.1,lose=2@1s,measured=1"),
      "");
}

}  // namespace
