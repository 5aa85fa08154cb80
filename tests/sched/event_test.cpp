// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/event.hpp>

#include <memory>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(event, releases_present_and_later_waiters) {
  skua::event e;
  EXPECT_FALSE(e.is_set());
  std::atomic<int> released{0};
  skua::finish([&] {
    for (int t = 0; t < 100; ++t) {
      skua::spawn([&] {
        e.wait();
        ++released;
      });
    }
    for (int i = 0; i < 20; ++i) skua::yield();
    EXPECT_EQ(released, 0);
    e.set();
    e.set();
    e.wait();
  });
  EXPECT_TRUE(e.is_set());
  EXPECT_EQ(released, 100);
}

TASK_TEST(event, hands_over_to_and_fro) {
  skua::event ping[2], pong[2];
  long rounds = 0;
  skua::finish([&] {
    skua::spawn([&] {
      for (int i = 0; i < 5000; ++i) {
        ping[i & 1].wait();
        EXPECT_TRUE(ping[i & 1].reset());
        ++rounds;
        pong[i & 1].set();
      }
    });
    for (int i = 0; i < 5000; ++i) {
      ping[i & 1].set();
      pong[i & 1].wait();
      EXPECT_TRUE(pong[i & 1].reset());
    }
  });
  EXPECT_EQ(rounds, 5000);
  EXPECT_FALSE(ping[0].reset());
}

TASK_TEST(event, times_out) {
  skua::event e;
  auto const start = steady::now();
  EXPECT_FALSE(e.wait_for(milliseconds(3)));
  EXPECT_GE(steady::now() - start, milliseconds(3));
  skua::finish([&] {
    skua::spawn([&] { e.set(); });
    EXPECT_TRUE(e.wait_until(std::chrono::system_clock::now() + std::chrono::hours(1)));
  });
  EXPECT_TRUE(e.wait_for(milliseconds(0)));
}

TASK_TEST(event, may_be_destroyed_when_wait_has_returned) {
  skua::finish([] {
    for (int i = 0; i < 2000; ++i) {
      auto e = std::make_unique<skua::event>();
      skua::spawn([p = e.get()] { p->set(); });
      e->wait();
    }
  });
}

}  // namespace
