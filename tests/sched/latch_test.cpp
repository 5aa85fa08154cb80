// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/latch.hpp>

#include <memory>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(latch, opens_when_all_have_counted_down) {
  skua::latch ready(10);
  std::atomic<int> done{0};
  std::atomic<int> released{0};
  skua::finish([&] {
    for (int t = 0; t < 10; ++t) {
      skua::spawn([&] {
        ready.wait();
        EXPECT_EQ(done, 10);
        ++released;
      });
    }
    for (int t = 0; t < 10; ++t) {
      skua::spawn([&] {
        ++done;
        ready.count_down();
      });
    }
  });
  EXPECT_EQ(released, 10);
  EXPECT_TRUE(ready.try_wait());
}

TASK_TEST(latch, counts_by_more_than_one_and_from_zero) {
  skua::latch l(5);
  l.count_down(0);
  l.count_down(3);
  EXPECT_FALSE(l.try_wait());
  skua::finish([&] {
    skua::spawn([&] { l.arrive_and_wait(); });
    l.arrive_and_wait();
  });
  EXPECT_TRUE(l.try_wait());
  skua::latch open_latch(0);
  open_latch.wait();
  EXPECT_TRUE(open_latch.try_wait());
}

TASK_TEST(latch, may_be_destroyed_when_wait_has_returned) {
  skua::finish([] {
    for (int i = 0; i < 2000; ++i) {
      auto l = std::make_unique<skua::latch>(2);
      for (int t = 0; t < 2; ++t) skua::spawn([p = l.get()] { p->count_down(); });
      l->wait();
    }
  });
}

}  // namespace
