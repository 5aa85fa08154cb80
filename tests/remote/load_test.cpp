// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The load estimates that places have of each other: the rounds of load probes without a transport,
// the work rates, and real runs.
#include "remote/load.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "remote/cases.hpp"
#include "remote/node.hpp"
#include "remote/nodes.hpp"
#include "steal/policies.hpp"
#include "steal/policies/performance_driven.hpp"

namespace place_test {
namespace {

using skua::remote::kind;
using skua::remote::load_exchange;
using skua::steal::load;
constexpr std::uint64_t ms = 1'000'000;

/// Keeps the messages that are sent.
struct recording_sender final : skua::remote::sender {
  struct message {
    int receiver;
    kind message_kind;
    std::vector<std::byte> body;
  };
  std::vector<message> messages;

  void send(int to, kind message_kind, std::span<std::byte const> body) noexcept override {
    messages.push_back({to, message_kind, {body.begin(), body.end()}});
  }
  void send_parts(int to, kind message_kind, std::span<std::byte const> head,
                  std::span<std::byte const> body) noexcept override {
    send(to, message_kind, head);
    messages.back().body.insert(messages.back().body.end(), body.begin(), body.end());
  }
  std::vector<message> take() { return std::exchange(messages, {}); }
};

/// Records the loads that it is told.
struct listener : skua::steal::policy {
  struct fact {
    int place;
    double rate;
    std::uint32_t tasks;
    std::uint64_t delay;
    bool operator==(fact const&) const = default;
  };
  std::vector<int> probed_places{1, 2, 3};
  std::vector<fact> facts;
  int refreshed = 0;

  std::string name() const override { return "listener"; }
  int next(int) override { return skua::steal::give_up; }
  bool wants_load() const override { return true; }
  std::span<int const> lifelines() const override { return {}; }
  std::span<int const> probes() const override { return probed_places; }
  void probed(int place, load const& reported, std::uint64_t delay) override {
    facts.push_back({place, reported.rate, reported.tasks, delay});
  }
  std::uint64_t refresh() override {
    ++refreshed;
    return 40 * ms;
  }
};

/// The answer of a place with this load to a load probe.
std::vector<std::byte> answer(recording_sender::message const& question, load const& own_load) {
  EXPECT_EQ(question.message_kind, kind::ask_load);
  recording_sender outbox;
  skua::remote::answer_load(outbox, 0, question.body, own_load);
  EXPECT_EQ(outbox.messages.at(0).message_kind, kind::load);
  return outbox.messages.at(0).body;
}

TEST(load_exchange, a_round_asks_each_place_once_and_ends_with_the_last_answer) {
  listener policy;
  recording_sender outbox;
  load_exchange x(policy, outbox, 0);
  x.ask(100);
  auto const probes = outbox.take();
  ASSERT_EQ(probes.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(probes[static_cast<std::size_t>(i)].receiver, i + 1);
  x.ask(150);
  EXPECT_TRUE(outbox.take().empty()) << "the round is under way";
  // Answers arrive in any order; each has its own delay.
  EXPECT_EQ(x.on_load(3, answer(probes[2], {1.5, 7}), 600), load_exchange::outcome::more_to_come);
  EXPECT_EQ(x.on_load(1, answer(probes[0], {2.5, 0}), 700), load_exchange::outcome::more_to_come);
  EXPECT_EQ(x.on_load(2, answer(probes[1], {0.5, 9}), 1100), load_exchange::outcome::enough);
  EXPECT_EQ(policy.facts, (std::vector<listener::fact>{{3, 1.5, 7, 500}, {1, 2.5, 0, 600}, {2, 0.5, 9, 1000}}));
  EXPECT_EQ(policy.refreshed, 0);
  EXPECT_EQ(x.heard(), 3u);
  x.ask(2000);
  EXPECT_EQ(outbox.take().size(), 3u) << "a new round";
}

TEST(load_exchange, a_round_ends_with_enough_answers_and_late_ones_are_heard_too) {
  struct impatient final : listener {
    std::size_t enough_probes() const override { return 2; }
  } policy;
  recording_sender outbox;
  load_exchange x(policy, outbox, 0);
  x.ask(100);
  auto const first = outbox.take();
  EXPECT_EQ(x.on_load(1, answer(first[0], {0, 1}), 200), load_exchange::outcome::more_to_come);
  EXPECT_EQ(x.on_load(2, answer(first[1], {0, 2}), 210), load_exchange::outcome::enough);
  x.ask(300);
  auto const second = outbox.take();
  ASSERT_EQ(second.size(), 3u);
  EXPECT_EQ(x.on_load(3, answer(first[2], {0, 3}), 400), load_exchange::outcome::late) << "of the first round";
  EXPECT_EQ(x.on_load(1, answer(second[0], {0, 4}), 410), load_exchange::outcome::more_to_come);
  EXPECT_EQ(x.on_load(2, answer(second[1], {0, 5}), 420), load_exchange::outcome::enough);
  EXPECT_EQ(x.on_load(3, answer(second[2], {0, 6}), 430), load_exchange::outcome::late);
  EXPECT_EQ(policy.facts.size(), 6u);
  EXPECT_EQ(policy.facts[2], (listener::fact{3, 0, 3, 300}));
}

TEST(load_exchange, the_automatic_refresh_keeps_to_the_policys_interval) {
  listener policy;
  recording_sender outbox;
  constexpr std::uint64_t start = 1000 * ms;
  load_exchange x(policy, outbox, start);
  EXPECT_EQ(x.tick(start), skua::steal::load_measurement{}.first_refresh_ns);
  EXPECT_TRUE(outbox.take().empty());
  EXPECT_GT(x.tick(start + 2 * ms), 0u);
  auto const probes = outbox.take();
  ASSERT_EQ(probes.size(), 3u);
  EXPECT_GT(x.tick(start + 30 * ms), 0u);
  EXPECT_TRUE(outbox.take().empty()) << "one round at a time, however long the answers take";
  EXPECT_EQ(policy.refreshed, 0);
  (void)x.on_load(1, answer(probes[0], {}), start + 31 * ms);
  (void)x.on_load(2, answer(probes[1], {}), start + 32 * ms);
  EXPECT_EQ(x.on_load(3, answer(probes[2], {}), start + 33 * ms), load_exchange::outcome::refreshed);
  EXPECT_EQ(policy.refreshed, 1);
  EXPECT_EQ(x.tick(start + 43 * ms), 30 * ms) << "due 40 ms after the refresh";
  (void)x.tick(start + 73 * ms);
  EXPECT_EQ(outbox.take().size(), 3u);
}

TEST(load_exchange, a_starving_places_round_serves_the_automatic_refresh_too) {
  listener policy;
  recording_sender outbox;
  load_exchange x(policy, outbox, 0);
  x.ask(1);
  auto const probes = outbox.take();
  (void)x.tick(5 * ms);
  EXPECT_TRUE(outbox.take().empty());
  (void)x.on_load(1, answer(probes[0], {}), 6 * ms);
  (void)x.on_load(2, answer(probes[1], {}), 6 * ms);
  EXPECT_EQ(x.on_load(3, answer(probes[2], {}), 6 * ms), load_exchange::outcome::refreshed);
  EXPECT_EQ(policy.refreshed, 1);
}

TEST(load_exchange, the_policy_chooses_by_what_was_heard) {
  skua::steal::settings s;
  s.places = 4;
  s.workers = 2;
  s.probing = true;
  auto const policy = skua::steal::make_policy("performance_driven", s);
  recording_sender outbox;
  load_exchange x(*policy, outbox, 0);
  EXPECT_GE(policy->next(0), 1);
  EXPECT_EQ(policy->next(1), skua::steal::probe_first);
  x.ask(10);
  auto const probes = outbox.take();
  (void)x.on_load(1, answer(probes[0], {3.0, 5}), 2000);
  (void)x.on_load(2, answer(probes[1], {3.0, 6}), 2000);
  // 3.0 * 6 - 0.65 * ln(2.72 + 1.8e6) is less than half of the plain product
  (void)x.on_load(3, answer(probes[2], {3.0, 6}), 900'000'000);
  EXPECT_EQ(policy->next(1), 2);
}

TEST(work_rates, follow_the_equation_for_each_worker) {
  using skua::steal::work_rate;
  skua::remote::work_rates rates(2, 10 * ms);
  // One worker worked all the time, the other a quarter of it.
  double const a = work_rate(4000, 0, 0), b = work_rate(1000, 3000, 0);
  std::vector<std::uint64_t> worked{4 * ms, 1 * ms};
  EXPECT_DOUBLE_EQ(rates.look(worked, 14 * ms), (a + b) / 2);
  worked = {4 * ms, 3 * ms};
  EXPECT_DOUBLE_EQ(rates.look(worked, 16 * ms), (work_rate(0, 2000, a) + work_rate(2000, 0, b)) / 2);
}

TEST(work_rates, looks_in_quick_succession_are_one) {
  skua::remote::work_rates rates(1, 0);
  std::vector<std::uint64_t> worked{3 * ms};
  double const first = rates.look(worked, 6 * ms);
  EXPECT_GT(first, 0);
  worked = {3 * ms + 1000};
  EXPECT_DOUBLE_EQ(rates.look(worked, 6 * ms + 1000), first);
  worked = {5 * ms};
  EXPECT_DOUBLE_EQ(rates.look(worked, 8 * ms), skua::steal::work_rate(2000, 0, first)) << "and nothing is lost";
}

TEST(work_rates, a_snapshot_that_counts_a_moment_twice_is_no_harm) {
  skua::remote::work_rates rates(1, 0);
  std::vector<std::uint64_t> worked{9 * ms};
  double const first = rates.look(worked, 5 * ms);  // more than the elapsed time
  EXPECT_DOUBLE_EQ(first, skua::steal::work_rate(5000, 0, 0));
  worked = {6 * ms};
  EXPECT_DOUBLE_EQ(rates.look(worked, 7 * ms), skua::steal::work_rate(0, 2000, first));
}

// ---- real runs ----

skua::options four_places(int workers, std::string steal) {
  return {.workers = workers, .places = 4, .transport = "inproc", .steal = std::move(steal)};
}

class stealing : public testing::TestWithParam<std::string> {};

TEST_P(stealing, gives_the_exact_answer) {
  take_failures();
  skua::runtime program{four_places(2, GetParam())};
  program.run([] {
    SAME(skua::places(), 4);
    for (int p = 0; p < skua::places(); ++p) {
      skua::sum<long> nodes;
      skua::finish([&] { skua::spawn(skua::any.from(p), visit_tree, 7, nodes); });
      SAME(nodes.get(), nodes_of(7));
    }
  });
  EXPECT_EQ(take_failures(), 0);
}

std::vector<std::string> policies_of_the_table() {
  std::vector<std::string> names{"lifeline(3,1)", "hierarchical(2)"};
  for (auto const& entry : skua::steal::all_policies()) names.emplace_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(policies, stealing, testing::ValuesIn(policies_of_the_table()), [](auto const& c) {
  std::string name = c.param;
  std::erase_if(name, [](char x) { return x == ')'; });
  for (char& x : name) x = x == '(' || x == ',' ? '_' : x;
  return name;
});

std::uint64_t answers_heard(std::vector<skua::remote::node*> const& nodes) {
  std::uint64_t n = 0;
  for (auto* const x : nodes) n += x->stealing().load_knowledge().reports;
  return n;
}

TEST(performance_driven_run, starving_places_ask_and_the_automatic_refresh_runs) {
  for (int const workers : {1, 2}) {
    take_failures();
    skua::runtime program{four_places(workers, "performance_driven")};
    program.run([] {
      auto const nodes = all_nodes();
      skua::sum<long> nodes_visited;
      skua::finish([&] { skua::spawn(skua::any, visit_tree, 8, nodes_visited); });
      SAME(nodes_visited.get(), nodes_of(8));
      CHECK(comes_true([&] { return answers_heard(nodes) >= 3; }));
      // A place that has work refreshes its estimates without a request.
      CHECK(skua::at(2, [] {
        auto const refreshes_before = skua::remote::caller_node().stealing().load_knowledge().refreshes;
        return comes_true([refreshes_before] {
          return skua::remote::caller_node().stealing().load_knowledge().refreshes >= refreshes_before + 2;
        });
      }));
    });
    EXPECT_EQ(take_failures(), 0);
  }
}

TEST(performance_driven_run, idle_places_report_nothing) {
  take_failures();
  skua::runtime program{four_places(2, "performance_driven")};
  program.run([] {
    auto const nodes = all_nodes();
    // A thread of the test looks: a task that looked would wake a worker, and an awake worker may
    // ask. All workers sleep longer than the longest interval of the refresh. The first sleep may
    // be too short, also for the first probe.
    std::atomic<bool> is_over{false};
    std::uint64_t previous = 0, current = 0;
    std::thread observer([&] {
      for (int looks = 0; looks < 100 && (current == 0 || current != previous); ++looks) {
        previous = answers_heard(nodes);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        current = answers_heard(nodes);
      }
      is_over = true;
    });
    while (!is_over) skua::sleep_for(std::chrono::seconds(1));
    observer.join();
    SAME(current, previous);
    CHECK(current > 0);
  });
  EXPECT_EQ(take_failures(), 0);
}

TEST(performance_driven_run, time_is_measured_and_rounds_are_made_for_this_policy_only) {
  for (std::string const policy : {"performance_driven", "lifeline", "adaptive"}) {
    take_failures();
    skua::runtime program{four_places(1, policy)};
    program.run([&policy, measures = policy == "performance_driven"] {
      auto const nodes = all_nodes();
      skua::sum<long> visited;
      skua::finish([&] { skua::spawn(skua::any, visit_tree, 6, visited); });
      SAME(visited.get(), nodes_of(6));
      for (auto* const x : nodes) SAME(x->place().timing.load(), measures);
      if (policy == "lifeline") SAME(answers_heard(nodes), std::uint64_t{0});
      for (auto* const x : nodes) {
        if (!measures) SAME(x->stealing().load_knowledge().refreshes, std::uint64_t{0});
      }
    });
    EXPECT_EQ(take_failures(), 0);
  }
}

}  // namespace
}  // namespace place_test
