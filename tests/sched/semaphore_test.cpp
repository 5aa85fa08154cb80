// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/semaphore.hpp>

#include <memory>
#include <vector>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(semaphore, admits_as_many_as_it_has_permits) {
  skua::counting_semaphore<3> places(3);
  std::atomic<int> inside{0};
  std::atomic<int> peak{0};
  skua::finish([&] {
    for (int t = 0; t < 40; ++t) {
      skua::spawn([&] {
        for (int i = 0; i < 20; ++i) {
          places.acquire();
          int const current = ++inside;
          for (int old_peak = peak; old_peak < current && !peak.compare_exchange_weak(old_peak, current);) {
          }
          skua::yield();
          --inside;
          places.release();
        }
      });
    }
  });
  EXPECT_EQ(peak, 3);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(places.try_acquire());
  EXPECT_FALSE(places.try_acquire());
}

// With one worker, a started task is in the queue of waiters before any other task continues.
TEST(semaphore, gives_permits_in_the_order_of_arrival) {
  skua::runtime place{skua::options{.workers = 1}};
  place.run([] {
    skua::counting_semaphore<> s(0);
    std::vector<int> order;
    skua::finish([&] {
      int arrived = 0;
      for (int t = 0; t < 5; ++t) {
        skua::spawn([&, t] {
          ++arrived;
          s.acquire();
          order.push_back(t);
        });
        ASSERT_TRUE(comes_true([&] { return arrived == t + 1; }));
      }
      for (int t = 0; t < 5; ++t) {
        s.release();
        EXPECT_FALSE(s.try_acquire());  // it belongs to the first waiter already
        ASSERT_TRUE(comes_true([&] { return order.size() == static_cast<std::size_t>(t) + 1; }));
      }
    });
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
  });
}

TASK_TEST(semaphore, release_of_several_wakes_several_and_keeps_the_rest) {
  skua::counting_semaphore<100> s(0);
  std::atomic<int> acquired{0};
  skua::finish([&] {
    for (int t = 0; t < 4; ++t) {
      skua::spawn([&] {
        s.acquire();
        ++acquired;
      });
    }
    s.release(6);
  });
  EXPECT_EQ(acquired, 4);
  EXPECT_TRUE(s.try_acquire());
  EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire());
}

TASK_TEST(semaphore, a_cancelled_wait_takes_no_permit) {
  skua::counting_semaphore<> s(0);
  EXPECT_TRUE(ends_by_cancel([&] { s.acquire(); }));
  EXPECT_TRUE(refuses_when_cancelled([&] { s.acquire(); }));
  s.release();
  EXPECT_FALSE(refuses_when_cancelled([&] { s.acquire(); }));
  EXPECT_FALSE(s.try_acquire());
}

TASK_TEST(semaphore, may_be_destroyed_when_acquire_has_returned) {
  skua::finish([] {
    for (int i = 0; i < 2000; ++i) {
      auto s = std::make_unique<skua::binary_semaphore>(0);
      skua::spawn([p = s.get()] { p->release(); });
      s->acquire();
    }
  });
}

TASK_TEST(semaphore, no_permit_is_lost_when_waiters_time_out) {
  skua::counting_semaphore<> s(2);
  std::atomic<long> acquired{0};
  skua::finish([&] {
    for (int t = 0; t < 8; ++t) {
      skua::spawn([&, t] {
        dice d(static_cast<std::uint64_t>(t));
        for (int i = 0; i < 200; ++i) {
          if (!s.try_acquire_for(std::chrono::microseconds(d.below(100)))) continue;
          ++acquired;
          if (d.below(2) == 0) skua::yield();
          s.release();
        }
      });
    }
  });
  EXPECT_GT(acquired, 0);
  EXPECT_TRUE(s.try_acquire());
  EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire());
}

}  // namespace
