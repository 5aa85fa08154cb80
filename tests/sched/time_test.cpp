// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sleeping tasks and blocking threads.
#include <skua/time.hpp>

#include <mutex>
#include <thread>

#include "core_support.hpp"

namespace {

using namespace core_test;
using namespace std::chrono_literals;

WORKERS_SUITE(time_in_tasks);

TASK_TEST_P(time_in_tasks, a_sleep_lasts_at_least_as_long_as_asked) {
  auto const start = sync_test::steady::now();
  skua::sleep_for(3ms);
  EXPECT_GE(sync_test::steady::now() - start, 3ms);
  auto const wake_time = sync_test::steady::now() + 2ms;
  skua::sleep_until(wake_time);
  EXPECT_GE(sync_test::steady::now(), wake_time);
  auto const wall = std::chrono::system_clock::now() + 2ms;
  skua::sleep_until(wall);
  EXPECT_GE(std::chrono::system_clock::now() + 1ms, wall);
}

TASK_TEST_P(time_in_tasks, a_time_too_far_away_for_the_clock_is_far_away) {
  EXPECT_TRUE(sync_test::ends_by_cancel([] { skua::sleep_for(std::chrono::hours::max()); }));
  EXPECT_TRUE(sync_test::ends_by_cancel([] { skua::sleep_for(std::chrono::duration<double>(1e300)); }));
  EXPECT_TRUE(sync_test::ends_by_cancel([] { skua::sleep_until(sync_test::steady::time_point::max()); }));
  EXPECT_TRUE(sync_test::ends_by_cancel([] { skua::sleep_until(std::chrono::system_clock::time_point::max()); }));
}

TASK_TEST_P(time_in_tasks, sleepers_do_not_hold_their_worker) {
  auto const start = sync_test::steady::now();
  skua::finish([] {
    for (int i = 0; i < 500; ++i) skua::spawn([] { skua::sleep_for(20ms); });
  });
  EXPECT_LT(sync_test::steady::now() - start, 5s) << "one after the other they would need ten seconds";
}

TASK_TEST_P(time_in_tasks, sleepers_wake_in_the_order_of_their_deadlines) {
  // A worker that gets no processor for a while is overtaken by later ones, but not every time.
  EXPECT_TRUE(comes_true([] {
    std::atomic<int> last{-1};
    std::atomic<int> out_of_order{0};
    skua::finish([&] {
      auto const start = sync_test::steady::now() + 20ms;
      for (int i = 9; i >= 0; --i) {
        skua::spawn([&, i, start] {
          skua::sleep_until(start + i * 10ms);
          if (last.exchange(i) > i) ++out_of_order;
        });
      }
    });
    return last == 9 && out_of_order == 0;
  }));
}

TASK_TEST_P(time_in_tasks, blocking_lets_others_run_on_a_spare_worker) {
  for (int round = 0; round < 20; ++round) {
    std::mutex m;
    std::unique_lock hold(m);
    std::atomic<int> blocked{0};
    std::atomic<int> passed{0};
    skua::finish([&] {
      for (int i = 0; i < skua::workers() + 2; ++i) {
        skua::spawn([&] {
          ++blocked;
          skua::blocking([&] { std::lock_guard const wait(m); });
          ++passed;
        });
      }
      EXPECT_TRUE(comes_true([&] { return blocked == skua::workers() + 2; }));
      EXPECT_EQ(passed, 0);
      hold.unlock();
    });
    EXPECT_EQ(passed, skua::workers() + 2);
  }
}

TEST_P(time_in_tasks, blocking_returns_results_and_exceptions) {
  run([] {
    EXPECT_EQ(skua::blocking([] { return 3; }), 3);
    EXPECT_THROW(skua::blocking([] { throw std::runtime_error("kernel"); }), std::runtime_error);
    int x = 0;
    skua::blocking([&] { x = 1; });
    EXPECT_EQ(x, 1);
  });
  EXPECT_EQ(skua::blocking([] { return 4; }), 4) << "an external thread just calls it";
}

TASK_TEST_P(time_in_tasks, spare_workers_retire) {
  for (int round = 0; round < 10; ++round) {
    skua::finish([&] {
      for (int i = 0; i < 8; ++i) skua::spawn([] { skua::blocking([] { std::this_thread::sleep_for(1ms); }); });
    });
  }
  // With no blocked worker, only the regular workers take ordinary tasks once the spare workers
  // have checked again.
  EXPECT_TRUE(comes_true([&] {
    std::atomic<int> on_spares{0};
    skua::finish([&] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&] {
          skua::yield();
          on_spares += skua::worker() >= skua::workers() ? 1 : 0;
        });
      }
    });
    return on_spares == 0;
  }));
}

}  // namespace
