// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/task_record.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "replay/bounds.hpp"
#include "replay/record_file.hpp"

namespace {

using apps::replay::bounds_of;
using apps::replay::record;
using apps::replay::step_kind;
using skua::observe::task_record;

constexpr std::int64_t grain = 1000;

record read_back(task_record& r) {
  std::string const bytes =
      r.bytes({"a program", 0}, 1.0, [](std::uint64_t name) { return "name " + std::to_string(name); });
  return apps::replay::parse_record(bytes, "file");
}

/// A task that computes for `ticks`.
void run(task_record& r, task_record::node* n, std::int64_t ticks, std::uint64_t name = 1) {
  r.add_work(n, ticks);
  r.end(n, name, name, 1);
}

TEST(task_record, keeps_large_tasks_and_their_order) {
  task_record r(grain);
  auto* const root = r.spawn(r.root(), false);
  r.add_work(root, 5000);
  r.open_scope(root);
  auto* const a = r.spawn(root, true);
  r.add_work(root, 10);
  auto* const b = r.spawn(root, false);
  run(r, b, 7000, 2);
  run(r, a, 9000, 3);
  r.close_scope(root);
  r.add_work(root, 100);
  r.end(root, 1, 1, 1);
  record const f = read_back(r);
  EXPECT_EQ(f.program, "a program");
  ASSERT_EQ(f.tasks.size(), 4u);
  EXPECT_EQ(f.task_count(), 3u);
  EXPECT_EQ(f.work(), 5000u + 10 + 7000 + 9000 + 100);
  std::vector<step_kind> kinds;
  for (auto k = f.tasks[1].first; k < f.tasks[1].end; ++k) kinds.push_back(f.steps[k].kind);
  EXPECT_EQ(kinds, (std::vector{step_kind::work, step_kind::open, step_kind::child, step_kind::work, step_kind::child,
                                step_kind::close, step_kind::work}));
  EXPECT_TRUE(f.tasks[2].any);
  EXPECT_FALSE(f.tasks[3].any);
  auto const limits = bounds_of(f, "file");
  EXPECT_EQ(limits.span, 5000u + 9000 + 100);
  ASSERT_EQ(limits.path.size(), 2u);
  EXPECT_EQ(limits.path[0].name, "name 3");
  EXPECT_EQ(limits.path[0].time, 9000u);
  EXPECT_EQ(limits.path[1].time, 5100u);
}

TEST(task_record, many_small_tasks_need_few_steps) {
  task_record r(grain);
  auto* const root = r.spawn(r.root(), false);
  r.open_scope(root);
  constexpr int rounds = 1000;
  constexpr int tasks = 500;
  for (int i = 0; i < rounds; ++i) {
    std::vector<task_record::node*> queued;
    for (int k = 0; k < tasks; ++k) {
      r.add_work(root, 2);
      queued.push_back(r.spawn(root, true));
    }
    for (; !queued.empty(); queued.pop_back()) run(r, queued.back(), 10);
  }
  r.close_scope(root);
  r.end(root, 2, 2, 1);
  record const f = read_back(r);
  EXPECT_EQ(f.task_count(), rounds * tasks + 1u);
  EXPECT_EQ(f.work(), rounds * tasks * 12u);
  EXPECT_LT(f.steps.size(), 30'000u);
  auto const limits = bounds_of(f, "file");
  EXPECT_GE(limits.span, rounds * tasks * 2u);
  EXPECT_LE(limits.span, rounds * tasks * 2u + grain);
}

/// Each task spawns the next one and computes a little afterwards: no list grows with the chain.
TEST(task_record, a_chain_becomes_one_task) {
  task_record r(grain);
  constexpr int length = 100'000;
  auto* n = r.spawn(r.root(), false);
  for (int i = 0; i < length; ++i) {
    r.add_work(n, 10);
    auto* const next = r.spawn(n, false);
    r.add_work(n, 5);
    r.end(n, 1, 1, 1);
    n = next;
  }
  run(r, n, 10);
  EXPECT_LT(r.steps(), 20'000u);
  record const f = read_back(r);
  EXPECT_LT(f.tasks.size(), 5000u);
  EXPECT_EQ(f.task_count(), length + 1u);
  EXPECT_EQ(f.work(), length * 15u + 10);
  auto const limits = bounds_of(f, "file");
  EXPECT_GE(limits.span, length * 10u);
  EXPECT_LE(limits.span, length * 10u + length * 10u / 100 + 2 * grain);
}

TEST(task_record, a_waiter_for_a_small_task_waits_for_its_leaf) {
  task_record r(grain);
  auto* const root = r.spawn(r.root(), false);
  auto* const small = r.spawn(root, true);
  auto* const neighbour = r.spawn(root, true);
  auto* const large = r.spawn(root, true);
  auto* const done = r.make_event();
  r.add_work(small, 400);
  r.signal(small, done);
  r.end(small, 1, 1, 1);
  run(r, neighbour, 300);
  r.await(large, done);
  run(r, large, 50'000, 2);
  r.release(done);
  r.end(root, 3, 3, 1);
  record const f = read_back(r);
  auto const limits = bounds_of(f, "file");
  EXPECT_EQ(f.work(), 50'700u);
  EXPECT_GE(limits.span, 50'400u);
  EXPECT_LE(limits.span, 50'700u);
}

TEST(task_record, an_event_without_a_signal_is_not_waited_for) {
  task_record r(grain);
  auto* const root = r.spawn(r.root(), false);
  auto* const never = r.make_event();
  r.await(root, never);
  r.release(never);
  run(r, root, 2000);
  record const f = read_back(r);
  EXPECT_EQ(bounds_of(f, "file").span, 2000u);
}

TEST(task_record, tasks_that_have_not_ended_count_as_ended) {
  task_record r(grain);
  auto* const root = r.spawn(r.root(), false);
  r.open_scope(root);
  auto* const child = r.spawn(root, false);
  r.add_work(child, 70'000);
  auto* const grandchild = r.spawn(child, false);
  r.add_work(grandchild, 90'000);
  record const f = read_back(r);
  EXPECT_EQ(f.work(), 160'000u);
  EXPECT_EQ(bounds_of(f, "file").span, 160'000u);
}

/// Random trees, recorded in the order of one worker: nothing of the work gets lost, the span is
/// that of the tree up to the grain of each generation, and the answers of reading are consistent.
TEST(task_record, random_trees) {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    auto const number = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    task_record r(1 + number(2000));
    std::int64_t work = 0;
    std::uint64_t tasks = 0;
    std::int64_t longest = 0;
    int remaining = 300;
    // returns the span of the task and its descendants
    auto const grow = [&](auto const& self, task_record::node* n, int depth) -> std::int64_t {
      ++tasks;
      std::int64_t now = 0;
      std::int64_t latest = 0;
      auto const compute = [&] {
        int const ticks = number(10) == 0 ? number(5000) : number(100);
        r.add_work(n, ticks);
        work += ticks;
        now += ticks;
      };
      std::vector<std::pair<task_record::node*, std::int64_t>> spawned;
      auto const run_spawned = [&] {
        std::int64_t end = 0;
        for (; !spawned.empty(); spawned.pop_back())
          end = std::max(end, spawned.back().second + self(self, spawned.back().first, depth + 1));
        return end;
      };
      for (int i = number(6); i > 0; --i) {
        compute();
        if (depth > 12 || remaining <= 0) continue;
        if (number(4) == 0) {
          std::vector<std::pair<task_record::node*, std::int64_t>> outer;
          outer.swap(spawned);
          r.open_scope(n);
          for (int k = number(4); k > 0; --k, --remaining) {
            compute();
            spawned.emplace_back(r.spawn(n, number(2) == 0), now);
          }
          std::int64_t const end = run_spawned();
          r.close_scope(n);
          now = std::max(now, end);
          outer.swap(spawned);
        } else {
          spawned.emplace_back(r.spawn(n, number(2) == 0), now);
          --remaining;
        }
      }
      compute();
      r.end(n, static_cast<std::uint64_t>(number(3)) + 1, 1, 1);
      latest = std::max(now, run_spawned());
      longest = std::max(longest, latest);
      return latest;
    };
    std::int64_t const span = grow(grow, r.spawn(r.root(), false), 0);
    record const f = read_back(r);
    EXPECT_EQ(f.work(), static_cast<std::uint64_t>(work)) << seed;
    EXPECT_EQ(f.task_count(), tasks) << seed;
    auto const limits = bounds_of(f, "file");
    EXPECT_LE(limits.span, f.work()) << seed;
    // A delay of at most the grain for each of the leaves that were merged on a path.
    EXPECT_GE(limits.span + 14u * 2000, static_cast<std::uint64_t>(span)) << seed;
    EXPECT_LE(limits.span, static_cast<std::uint64_t>(span) + 14u * 2000) << seed;
    std::uint64_t sum = 0;
    for (auto const& p : limits.path) sum += p.time;
    EXPECT_EQ(sum, limits.span) << seed;
  }
}

}  // namespace
