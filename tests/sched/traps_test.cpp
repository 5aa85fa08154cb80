// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One test for each fault that earlier designs of this scheduler had.
#include <array>
#include <vector>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(traps);

TEST_P(traps, tasks_of_the_root_scope_are_counted_when_stolen) {
  std::atomic<int> ran{0};
  {
    skua::runtime place{settings()};
    for (int i = 0; i < 300; ++i) {  // no run: an external thread submits the tasks, and they belong to no finish
      skua::spawn([&] {
        for (int k = 0; k < 10; ++k) skua::spawn([&] { ++ran; });
      });
    }
  }
  EXPECT_EQ(ran, 3000);
}

TEST_P(traps, a_wake_up_may_come_when_the_word_is_gone) {
  for (int i = 0; i < fewer(300, 50); ++i) {  // the frame of the run ends as soon as its last task has ended
    skua::runtime place{settings()};
    int x = 0;
    place.run([&] { skua::spawn([&] { x = 1; }); });
    ASSERT_EQ(x, 1);
  }
}

TASK_TEST_P(traps, awaiting_from_the_middle_of_the_deque_while_thieves_force_exposure) {
  for (int round = 0; round < fewer(200, 30); ++round) {
    std::vector<skua::future<int>> futures;
    for (int i = 0; i < 64; ++i) futures.push_back(skua::async([i] { return i; }));
    int sum = 0;
    for (int i = 0; i < 64; ++i) {
      auto const deadline = sync_test::steady::now() + std::chrono::microseconds(8);
      while (sync_test::steady::now() < deadline) {  // long enough for a thief to force exposure
      }
      sum += futures[static_cast<std::size_t>((i * 37) % 64)].get();
    }
    ASSERT_EQ(sum, 63 * 32);
  }
}

TASK_TEST_P(traps, a_request_to_publish_is_not_lost) {
  if (skua::workers() == 1) GTEST_SKIP() << "no worker requests a steal";
  for (int round = 0; round < fewer(300, 50); ++round) {  // each pair can end only if the second task is exposed
    rendezvous two(2);
    bool body_met = false;
    std::atomic<bool> task_met{false};
    skua::finish([&] {
      skua::spawn([&] { task_met = two.meet(); });
      skua::spawn([] {});
      body_met = two.meet();
    });
    ASSERT_TRUE(body_met && task_met);
  }
}

TEST_P(traps, sleeping_workers_wake_for_single_tasks) {
  if (thread_sanitizer) GTEST_SKIP() << "forced exposure is off: thread sanitizer sees no membarrier";
  skua::options o = settings();
  o.spin_us = 0;  // every pause is a sleep
  skua::runtime place{o};
  place.run([&] {
    for (int round = 0; round < fewer(500, 100); ++round) {
      rendezvous meeting(workers());
      std::atomic<int> met{0};
      skua::finish([&] {
        for (int i = 0; i < workers(); ++i) skua::spawn([&] { met += meeting.meet() ? 1 : 0; });
      });
      ASSERT_EQ(met, workers());
    }
  });
}

TASK_TEST_P(traps, a_full_deque_in_an_inner_scope_leaves_the_outer_tasks_where_they_are) {
  std::atomic<int> outer{0};
  std::atomic<int> inner{0};
  skua::finish([&] {
    for (int i = 0; i < 4'000; ++i) skua::spawn([&] { ++outer; });
    skua::finish([&] {
      for (int i = 0; i < 9'000; ++i) {
        skua::spawn([&, i] {
          if (i % 100 == 0) skua::yield();
          ++inner;
        });
      }
    });
    EXPECT_EQ(inner, 9'000);
  });
  EXPECT_EQ(outer, 4'000);
}

TEST_P(traps, boxed_closures_freed_on_other_workers) {
  std::atomic<int> living{0};
  run([&] {
    for (int round = 0; round < 20; ++round) {
      skua::finish([&] {
        for (int i = 0; i < 2'000; ++i) {
          skua::spawn([c = counted_object(living), pad = std::array<long, 12>{i}] {
            if (pad[0] % 64 == 0) skua::yield();
          });
        }
      });
    }
  });
  EXPECT_EQ(living, 0);
}

TEST_P(traps, urgent_tasks_that_race_with_workers_going_to_sleep) {
  skua::options o = settings();
  o.spin_us = 0;
  skua::runtime place{o};
  for (int round = 0; round < fewer(3000, 300); ++round) {
    std::atomic<bool> urgent_ran{false};
    std::atomic<bool> busy_ended{false};
    std::atomic<bool> late{false};
    // Ordinary tasks that hold every worker until the urgent task has run.
    for (int i = 0; i < workers(); ++i) {
      skua::post(skua::on(0), [&] {
        auto const deadline = sync_test::steady::now() + std::chrono::seconds(10);
        while (!urgent_ran.load()) {
          if (sync_test::steady::now() > deadline) late = urgent_ran = true;
        }
        busy_ended = true;
      });
    }
    skua::async(skua::urgent, [&] { urgent_ran = true; }).get();
    place.run([] {});  // all posts have ended
    ASSERT_FALSE(late) << "round " << round;
    ASSERT_TRUE(busy_ended);
  }
}

}  // namespace
