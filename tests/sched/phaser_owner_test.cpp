// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// To which task a registration belongs, and when a phaser ends that nobody signals: made by a task
// that runs on top of another one, beside a cancelled scope, or after the body of its scope.
#include <skua/phaser.hpp>

#include <atomic>

#include "sync_support.hpp"

namespace {

using namespace sync_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

/// In a task that is not the body of its finish: makes a phaser that only waiters use. They end,
/// because the phaser ends with this task or the body, whichever made it.
void spawn_waiter(std::atomic<int>& ended) {
  phaser ph;
  skua::spawn(phased(ph, phaser_mode::wait), [ph, &ended] {
    ph.wait();
    ++ended;
  });
}

TEST(phaser_owner, made_by_a_task_of_the_first_drain_ends) {
  for (int n : {1, 2}) {
    std::atomic<int> ended{0};
    skua::runtime place{skua::options{.workers = n}};
    place.run([&] { skua::finish([&] { skua::spawn([&] { spawn_waiter(ended); }); }); });
    EXPECT_EQ(ended, 1);
  }
}

TASK_TEST(phaser_owner, made_by_a_task_beside_a_cancelled_scope_ends) {
  std::atomic<int> ended{0};
  skua::finish([&] {
    skua::cancel();
    skua::spawn(skua::shielded, [&] {  // its inner scope is not cancelled, but the place checks each task
      skua::finish([&] {
        for (int i = 0; i < 3; ++i) skua::spawn([&] { spawn_waiter(ended); });
      });
    });
  });
  EXPECT_EQ(ended, 3);
}

TASK_TEST(phaser_owner, made_after_the_body_of_a_coroutine_scope_ends) {
  std::atomic<int> ended{0};
  skua::promise<void> p;
  skua::shared_future<void> const body_is_over = p.get_future().share();
  auto const body = [&]() -> skua::task<> {
    skua::spawn([&] {
      body_is_over.wait();
      spawn_waiter(ended);
    });
    co_return;
  };
  auto const outer = [&]() -> skua::task<> { co_await skua::finish(body()); };
  skua::finish([&] {
    skua::spawn([&] { return outer(); });
    skua::spawn([&] {
      for (int i = 0; i < 20; ++i) skua::yield();
      p.set_value();
    });
  });
  EXPECT_EQ(ended, 1);
}

// The tasks of the inner finish run on top of the registered task, or are stolen.
TASK_TEST(phaser_owner, a_task_on_top_of_a_registered_one_is_not_registered) {
  skua::finish([] {
    phaser ph(phaser_mode::signal_wait);
    skua::spawn(phased(ph, phaser_mode::signal), [ph] {
      for (int round = 0; round < 3; ++round) {
        skua::finish([ph] {
          skua::spawn([ph] {
            EXPECT_FALSE(ph.registered());
            skua::spawn(phased(ph, phaser_mode::wait), [] {});  // allowed: the spawner has no mode
          });
          skua::async([ph] { EXPECT_FALSE(ph.registered()); }).get();
          EXPECT_TRUE(ph.registered());
        });
        EXPECT_TRUE(ph.registered());
        ph.signal();
      }
    });
    for (int round = 0; round < 3; ++round) ph.next();
    EXPECT_EQ(ph.phase(), 3u);
  });
}

}  // namespace
