// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The costs of shared memory in one simulated place, and what the scheduler makes of them: idle
// workers must not slow down those that work, however many there are.
#include "sim/shared_lines.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include <skua/skua.hpp>

namespace {

using skua::sim::shared_lines;

constexpr skua::sim::sharing_costs costs{.complex = 4, .package = 8};
constexpr std::uint64_t near_ns = 40, other_ns = 100, far_ns = 200;

alignas(64) char memory[128];
void const* const first = memory;
void const* const second = memory + 64;

TEST(shared_lines, a_line_costs_as_much_as_it_is_far_and_only_when_it_moves) {
  shared_lines lines(costs);
  EXPECT_EQ(lines.write(first, 0, 0), 0U);
  EXPECT_EQ(lines.write(first, 0, 0), 0U);
  EXPECT_EQ(lines.read(first, 3, 1000), near_ns);
  EXPECT_EQ(lines.read(first, 4, 1000), other_ns);
  EXPECT_EQ(lines.read(first, 8, 1000), far_ns);
  EXPECT_EQ(lines.read(first, 8, 1000), 0U) << "it has the line";
  EXPECT_EQ(lines.read(memory + 63, 8, 1000), 0U) << "the same line";
  EXPECT_EQ(lines.read(second, 8, 1000), 0U) << "nobody has written there";
  EXPECT_EQ(lines.moves(), 3U);
  EXPECT_EQ(lines.write(first, 0, 2000), far_ns) << "taken from all readers, the last of them is far away";
  EXPECT_EQ(lines.read(first, 3, 3000), near_ns) << "its copy was taken away";
}

TEST(shared_lines, writers_of_one_line_wait_for_each_other) {
  shared_lines lines(costs);
  EXPECT_EQ(lines.write(first, 0, 0), 0U);
  EXPECT_EQ(lines.write(first, 1, 0), near_ns);
  EXPECT_EQ(lines.write(first, 2, 0), 2 * near_ns);
  EXPECT_EQ(lines.read(first, 3, 0), 3 * near_ns);
  EXPECT_EQ(lines.write(second, 3, 0), 0U) << "another line";
}

struct outcome {
  double seconds = 0;
  skua::sim::summary summary;
};

outcome simulate(int workers, std::function<void()> const& body, std::string const& further = "") {
  outcome result;
  skua::runtime program{{.sim = "places=1,workers=" + std::to_string(workers) + ",complex=8,package=64" + further}};
  program.run([&] {
    double const begin = skua::sim::now();
    skua::finish(body);
    result.seconds = skua::sim::now() - begin;
    result.summary = skua::sim::summarise();
  });
  return result;
}

constexpr double task_cost = 1e-6;
void work() { skua::sim::work(task_cost); }

/// There is work for one worker: scopes of one task.
void work_alone() {
  for (int i = 0; i < 5000; ++i) skua::finish([] { skua::spawn(work); });
}

TEST(wide_place, idle_workers_do_not_slow_down_the_only_busy_one) {
  double const alone = simulate(1, work_alone).seconds;
  for (int const workers : {16, 64, 256}) {
    outcome const beside = simulate(workers, work_alone);
    EXPECT_LT(beside.seconds, 1.5 * alone) << workers;
    EXPECT_LT(beside.summary.interrupts, 500U) << workers;
  }
}

TEST(wide_place, short_scopes_gain_from_many_workers) {
  auto const scopes = [] {
    for (int i = 0; i < 100; ++i) {
      skua::finish([] {
        for (int n = 0; n < 64; ++n) skua::spawn(work);
      });
    }
  };
  double const alone = simulate(1, scopes).seconds;
  for (int const workers : {16, 64}) EXPECT_LT(simulate(workers, scopes).seconds, alone / 3) << workers;
}

TEST(wide_place, workers_take_turns_on_fewer_processors) {
  auto const scope = [] {
    for (int n = 0; n < 20'000; ++n) skua::spawn(work);
  };
  double const least = 20'000 * task_cost / 2;
  outcome const run = simulate(64, scope, ",processors=2");
  EXPECT_GT(run.seconds, least);
  EXPECT_LT(run.seconds, 1.3 * least);
  EXPECT_LT(run.summary.processor_seconds, 2.1 * run.seconds);
}

}  // namespace
