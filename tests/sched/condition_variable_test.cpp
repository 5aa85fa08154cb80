// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/condition_variable.hpp>

#include <deque>
#include <mutex>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(condition_variable, carries_a_queue_between_producers_and_consumers) {
  skua::mutex m;
  skua::condition_variable filled, drained;
  std::deque<int> queue;
  long sum = 0;
  int consumed = 0;
  constexpr int count = 500;
  skua::finish([&] {
    for (int p = 0; p < 3; ++p) {
      skua::spawn([&] {
        for (int i = 1; i <= count; ++i) {
          std::unique_lock hold(m);
          drained.wait(hold, [&] { return queue.size() < 4; });
          queue.push_back(i);
          filled.notify_one();
        }
      });
      skua::spawn([&] {
        for (int i = 0; i < count; ++i) {
          std::unique_lock hold(m);
          filled.wait(hold, [&] { return !queue.empty(); });
          sum += queue.front();
          queue.pop_front();
          ++consumed;
          drained.notify_one();
        }
      });
    }
  });
  EXPECT_EQ(consumed, 3 * count);
  EXPECT_EQ(sum, 3L * count * (count + 1) / 2);
}

TASK_TEST(condition_variable, notify_one_wakes_one_and_notify_all_wakes_all) {
  skua::mutex m;
  skua::condition_variable c;
  int waiting = 0;
  int woken = 0;
  skua::finish([&] {
    for (int t = 0; t < 5; ++t) {
      skua::spawn([&] {
        std::unique_lock hold(m);
        ++waiting;
        c.wait(hold);
        ++woken;
      });
    }
    auto const number = [&](int& n) {
      std::lock_guard const hold(m);
      return n;
    };
    ASSERT_TRUE(comes_true([&] { return number(waiting) == 5; }));
    c.notify_one();
    ASSERT_TRUE(comes_true([&] { return number(woken) == 1; }));
    for (int i = 0; i < 100; ++i) skua::yield();
    EXPECT_EQ(number(woken), 1);
    c.notify_all();
  });
  EXPECT_EQ(woken, 5);
}

TASK_TEST(condition_variable, a_cancelled_wait_locks_again_and_throws) {
  skua::mutex m;
  skua::condition_variable c;
  EXPECT_TRUE(ends_by_cancel([&] {
    std::unique_lock hold(m);
    try {
      c.wait(hold);
    } catch (skua::cancelled_error const&) {
      EXPECT_TRUE(hold.owns_lock());
      EXPECT_FALSE(m.try_lock());
      throw;
    }
  }));
  EXPECT_TRUE(refuses_when_cancelled([&] {
    std::unique_lock hold(m);
    c.wait(hold);
  }));
  EXPECT_TRUE(m.try_lock());
  m.unlock();
  c.notify_all();
}

}  // namespace
