// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulated runs with times that are known from theory: a network, a chain, a bag of tasks, a tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <skua/collective.hpp>
#include <skua/search.hpp>
#include <skua/skua.hpp>

#include "base/random.hpp"
#include "search/paths_tree.hpp"

namespace {

/// Virtual seconds that the body takes at place 0.
double seconds_of(std::string const& sim, std::function<void()> const& body) {
  skua::runtime program{{.sim = sim}};
  double took = 0;
  program.run([&] {
    double const begin = skua::sim::now();
    body();
    took = skua::sim::now() - begin;
  });
  return took;
}

constexpr double us = 1e-6;
constexpr double ms = 1e-3;

/// Seconds of a round trip; the message there has `bytes` bytes.
double round_trip(std::string const& network, std::size_t bytes) {
  return seconds_of("places=2," + network, [bytes] {
    std::vector<char> const text(bytes, 'x');
    EXPECT_EQ(skua::async(skua::on(1), [](std::vector<char> const& t) { return t.size(); }, text).get(), bytes);
  });
}

TEST(theory, a_message_takes_latency_and_its_bytes_over_the_bandwidth) {
  // Twice the latency, one way with many bytes: 40,000 bytes more at 10 MB/s take 4 ms more.
  for (char const* seed : {"seed=1", "seed=2", "seed=3"}) {
    auto const network = [&](char const* rest) { return std::string(seed) + ",overhead=0ns," + rest; };
    double const few = round_trip(network("latency=100us,bandwidth=10MB/s"), 10'000);
    double const many = round_trip(network("latency=100us,bandwidth=10MB/s"), 50'000);
    EXPECT_NEAR(many - few, 4 * ms, 10 * us);
    double const near = round_trip(network("latency=1ms,bandwidth=10GB/s"), 8);
    double const far = round_trip(network("latency=5ms,bandwidth=10GB/s"), 8);
    EXPECT_NEAR(far - near, 8 * ms, 10 * us);
    EXPECT_NEAR(near, 2 * ms, 60 * us);  // and some polls and wake-ups
  }
}

TEST(theory, the_processors_of_sender_and_receiver_have_their_part) {
  double const light = round_trip("latency=100us,overhead=0ns", 8);
  double const heavy = round_trip("latency=100us,overhead=50us", 8);
  // two messages, each at both ends; other messages of the protocol are under way at that time
  EXPECT_GT(heavy - light, 4 * 50 * us - 20 * us);
  EXPECT_LT(heavy - light, 12 * 50 * us);
}

/// Visits one place after another; each spawns the next.
struct hop {
  int hops_left;
  void operator()() const {
    skua::sim::work(100 * us);
    if (hops_left > 0) skua::spawn(skua::on((skua::here() + 1) % skua::places()), hop{hops_left - 1});
  }
};

TEST(theory, a_chain_over_places_takes_the_sum) {
  constexpr int hops = 60;
  for (int places : {2, 3, 7}) {
    double const took = seconds_of("latency=300us,places=" + std::to_string(places),
                                   [] { skua::finish([] { skua::spawn(hop{hops}); }); });
    double const sum = hops * (300 * us + 100 * us) + 100 * us;
    EXPECT_GT(took, sum);
    // at each hop two threads wake up; the scope gets a message at the end
    EXPECT_LT(took, sum + hops * 30 * us + 2 * 300 * us);
  }
}

void bag(int tasks, double cost) {
  skua::sum<long> done;
  skua::finish([=] {
    for (int i = 0; i < tasks; ++i) {
      skua::spawn(skua::any, [=]() mutable {
        skua::sim::work(cost);
        done += 1;
      });
    }
  });
  EXPECT_EQ(done.get(), tasks);
}

TEST(theory, a_bag_of_equal_tasks_takes_its_part_of_the_work_and_its_spread) {
  constexpr double cost = 200 * us;
  for (int places : {1, 2, 4, 8, 16}) {
    int const tasks = 200 * places;  // 40 ms each
    double const took = seconds_of("places=" + std::to_string(places), [=] { bag(tasks, cost); });
    double const part = tasks * cost / places;
    EXPECT_GE(took, part) << places;
    // all tasks lie at one place, which computes and answers requests in between
    EXPECT_LE(took, part + 2 * cost + places * 100 * us) << places;
  }
}

/// A tree. Its shape and costs follow from its node numbers. Measures its work and its longest
/// path.
struct random_tree {
  std::uint64_t number;

  double cost() const { return static_cast<double>(skua::base::mixed(number) % 200) * us; }
  int children(int depth) const {
    return depth == 0 ? 0 : static_cast<int>(skua::base::mixed(number + 1) % 4) + (depth > 4 ? 1 : 0);
  }
  random_tree child(int i) const { return {skua::base::mixed(number * 5 + static_cast<std::uint64_t>(i) + 2)}; }

  void run(int depth) const {
    skua::sim::work(cost());
    for (int i = 0; i < children(depth); ++i) {
      skua::spawn(skua::any, [next = child(i), depth] { next.run(depth - 1); });
    }
  }
  void measure(int depth, double above, double& work, double& span) const {
    work += cost();
    above += cost();
    span = std::max(span, above);
    for (int i = 0; i < children(depth); ++i) child(i).measure(depth - 1, above, work, span);
  }
};

/// Graham 1969: a schedule in which no processor idles while there is a ready task takes at most
/// work / P + span.
TEST(theory, greedy_schedules_keep_grahams_bound) {
  constexpr int depth = 8;
  for (std::uint64_t tree = 1; tree <= 6; ++tree) {
    random_tree const root{tree * 1000};
    double work = 0;
    double span = 0;
    root.measure(depth, 0, work, span);
    for (int p : {1, 2, 3, 8}) {
      std::string const seed = ",seed=" + std::to_string(tree);
      auto const body = [&] { skua::finish([&] { root.run(depth); }); };
      double const bound = work / p + span;
      double const workers = seconds_of("places=1,workers=" + std::to_string(p) + seed, body);
      EXPECT_GE(workers, std::max(work / p, span));
      EXPECT_LE(workers, 1.01 * bound + 100 * us) << "tree " << tree << ", workers " << p;
      double const places = seconds_of("workers=1,places=" + std::to_string(p) + seed, body);
      EXPECT_GE(places, std::max(work / p, span));
      // each steal takes a round trip
      EXPECT_LE(places, 1.05 * bound + 500 * us) << "tree " << tree << ", places " << p;
    }
  }
}

TEST(theory, what_the_runtime_does_itself_costs_what_the_settings_say) {
  auto const tasks = [] {
    skua::finish([] {
      for (int i = 0; i < 1000; ++i) skua::spawn([] {});
    });
  };
  std::string const one = "places=1,queue=0ns,";
  double const free = seconds_of(one + "start=0ns", tasks);
  EXPECT_NEAR(seconds_of("places=1,queue=1us,start=0ns", tasks) - free, 1 * ms, 10 * us);
  EXPECT_NEAR(seconds_of(one + "start=2us", tasks) - free, 2 * ms, 10 * us);
  // Sleeping threads are woken: the progress thread, then a worker. So are those of the asking
  // place, if the answer takes longer than its workers look for work.
  auto const ask_sleeper = [] {
    for (int i = 0; i < 10; ++i) {
      skua::sim::work(1 * ms);
      EXPECT_EQ(skua::async(skua::on(1), [] { return 1; }).get(), 1);
    }
  };
  double const quick = seconds_of("places=2,wake=1us", ask_sleeper);
  double const slow = seconds_of("places=2,wake=11us", ask_sleeper);
  EXPECT_GT(slow - quick, 10 * 2 * 10 * us - 20 * us);
  EXPECT_LT(slow - quick, 10 * 4 * 10 * us + 60 * us);
}

/// Seconds until each of two places has sent 50,000 bytes to its receiver and has got an answer.
double two_senders(std::string const& network, int first_to, int second_to) {
  return seconds_of("places=5,overhead=0ns,latency=10us," + network, [=] {
    auto const send = [](int to) {
      std::vector<char> const text(50'000, 'x');
      EXPECT_EQ(
          skua::async(skua::on(to), [](std::vector<char> const& t) { return t.size(); }, text).get(), text.size());
    };
    auto one = skua::async(skua::on(1), [=] { send(first_to); });
    auto two = skua::async(skua::on(2), [=] { send(second_to); });
    one.get();
    two.get();
  });
}

// A message of one piece is not acknowledged. A report that operations have ended is sent for every
// few of them.
TEST(theory, a_short_broadcast_is_about_one_message) {
  constexpr int broadcasts = 800;
  seconds_of("places=2", [] {
    std::uint64_t const before = skua::sim::summarise().messages;
    skua::run_spmd([] {
      for (int i = 0; i < broadcasts; ++i) EXPECT_EQ(skua::collective::broadcast(i, 0), i);
    });
    EXPECT_LT(skua::sim::summarise().messages - before, 1.5 * broadcasts);
  });
}

// A member that has to wait polls before its worker looks for other tasks.
TEST(theory, a_barrier_takes_less_than_a_look) {
  constexpr int barriers = 100;
  double const seconds = seconds_of("places=2,workers=1,latency=1us,look=10us", [] {
    skua::run_spmd([] {
      for (int i = 0; i < barriers; ++i) skua::collective::barrier();
    });
  });
  EXPECT_LT(seconds, barriers * 10 * us / 2);
}

TEST(theory, a_put_waits_for_room_to_its_target) {
  seconds_of("places=2,bandwidth=10MB/s", [] {
    std::vector<char> const source(1000);
    auto const target = skua::allocate<char>(1, source.size());
    std::vector<skua::future<void>> puts;
    double const begin = skua::sim::now();
    for (int i = 0; i < 10'000; ++i) puts.push_back(skua::put(target, source));  // 10 MB in all
    EXPECT_GT(skua::sim::now() - begin, 500 * ms);
    for (auto& put : puts) put.get();
    skua::deallocate(target);
  });
}

TEST(theory, senders_to_one_place_share_its_link) {
  double const apart = two_senders("bandwidth=10MB/s", 3, 4);  // 5 ms each
  double const together = two_senders("bandwidth=10MB/s", 3, 3);
  EXPECT_NEAR(apart, 5 * ms, 200 * us);
  EXPECT_NEAR(together, 10 * ms, 200 * us);
}

TEST(theory, places_of_one_node_share_its_uplink) {
  std::string const nodes = "node=3,bandwidth=10GB/s,uplink=10MB/s";  // places 0, 1 and 2; 3 and 4
  EXPECT_NEAR(two_senders(nodes, 3, 4), 10 * ms, 300 * us);
  EXPECT_NEAR(two_senders(nodes, 0, 0), 0, 300 * us);  // does not leave the node
}

struct slow_paths : search_test::paths_tree {
  children_t children(node const& n) const {
    skua::sim::work(us);
    return paths_tree::children(n);
  }
};

TEST(theory, a_chunk_of_stolen_nodes_is_one_task) {
  skua::runtime simulated{{.sim = "places=1,workers=2"}};
  auto const r =
      simulated.run([] { return skua::search::enumerate(slow_paths{}, skua::search::stack_stealing{true}); });
  EXPECT_GT(r.stats.cuts, 0u);
  EXPECT_EQ(r.stats.tasks, 1 + r.stats.cuts);
}

}  // namespace
