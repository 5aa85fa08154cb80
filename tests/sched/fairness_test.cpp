// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No task starves: tasks that keep each other busy for ever let other tasks run.
#include <array>
#include <memory>
#include <thread>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(fairness);

constexpr std::chrono::seconds starvation_limit{20};

TASK_TEST_P(fairness, two_tasks_handing_over_for_ever_do_not_starve_a_third) {
  std::atomic<bool> stop{false};
  std::atomic<bool> late{false};
  auto const deadline = sync_test::steady::now() + starvation_limit;
  skua::finish([&] {
    for (int pair = 0; pair < skua::workers(); ++pair) {  // every worker is kept busy
      struct baton {
        std::array<skua::counting_semaphore<>, 2> sides{skua::counting_semaphore<>(1), skua::counting_semaphore<>(0)};
      };
      auto const ball = std::make_shared<baton>();
      for (std::size_t side = 0; side < 2; ++side) {
        skua::spawn([&, ball, side] {
          while (!stop.load()) {
            ball->sides[side].acquire();
            ball->sides[1 - side].release();
            if (sync_test::steady::now() > deadline) late = stop = true;
          }
          ball->sides[1 - side].release();
        });
      }
    }
    skua::yield();
    skua::spawn([&] {
      for (int i = 0; i < 5; ++i) skua::yield();
      skua::spawn([&] { stop = true; });
    });
  });
  EXPECT_FALSE(late) << "the third task starved";
}

TASK_TEST_P(fairness, arrivals_are_served_while_every_worker_spawns_and_forks) {
  std::atomic<bool> stop{false};
  std::atomic<bool> late{false};
  std::thread helper([&] { skua::post(skua::on(0), [&] { stop = true; }); });
  auto const deadline = sync_test::steady::now() + starvation_limit;
  skua::finish([&] {
    for (int i = 0; i < skua::workers(); ++i) {
      skua::spawn([&] {
        while (!stop.load()) {
          skua::finish([] { skua::spawn([] {}); });
          skua::invoke([] {}, [] {});
          skua::async([] {}).get();
          if (sync_test::steady::now() > deadline) late = stop = true;
        }
      });
    }
  });
  EXPECT_FALSE(late);
  skua::blocking([&] { helper.join(); });
}

TASK_TEST_P(fairness, a_yielding_waiter_does_not_starve_what_it_waits_for) {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> ran{0};
    skua::finish([&] {
      for (int w = 0; w < 2 * skua::workers(); ++w) {
        skua::spawn([&] { EXPECT_TRUE(comes_true([&] { return ran == 10; })); });
      }
      for (int i = 0; i < 10; ++i) {
        skua::spawn([&] {
          skua::yield();
          skua::spawn([&] { ++ran; });
        });
      }
    });
    ASSERT_EQ(ran, 10);
  }
}

}  // namespace
