// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// External threads: they submit, wait, wake and cancel.
#include <memory>
#include <thread>
#include <vector>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(external_thread);

/// Runs body(t) on several external threads during a run and joins them.
template <class Body>
void on_threads(int n, Body const& body) {
  std::vector<std::thread> threads;
  for (int t = 0; t < n; ++t) threads.emplace_back(body, t);
  skua::blocking([&] {
    for (auto& t : threads) t.join();
  });
}

TASK_TEST_P(external_thread, many_submit_and_wait) {
  std::atomic<long> sum{0};
  on_threads(4, [&](int t) {
    for (int i = 0; i < 200; ++i) {
      auto f = skua::async([t, i] { return skua::async([=] { return t * 1000 + i; }).get(); });
      sum += f.get();
    }
  });
  EXPECT_EQ(sum, 4L * (199 * 200 / 2) + 200L * 1000 * (0 + 1 + 2 + 3));
}

TASK_TEST_P(external_thread, wakes_tasks_and_is_woken_by_them) {
  static constexpr int rounds = 300;
  skua::binary_semaphore ping(0);
  skua::binary_semaphore pong(0);
  std::thread helper([&] {
    for (int i = 0; i < rounds; ++i) {
      ping.acquire();
      pong.release();
    }
  });
  for (int i = 0; i < rounds; ++i) {
    ping.release();
    pong.acquire();
  }
  skua::blocking([&] { helper.join(); });
}

TEST_P(external_thread, an_exception_of_its_spawned_task_ends_the_run) {
  skua::runtime place{settings()};
  EXPECT_THROW(
      place.run([] { std::thread([] { skua::spawn([] { throw std::length_error("from outside"); }); }).join(); }),
      std::length_error);
}

TASK_TEST_P(external_thread, the_task_it_waits_for_may_wait_too) {
  skua::event start;
  std::atomic<int> result{0};
  std::thread helper([&] {
    auto f = skua::async([&] {
      start.wait();
      return 5;
    });
    result = f.get();
  });
  for (int i = 0; i < 20; ++i) skua::yield();
  start.set();
  skua::blocking([&] { helper.join(); });
  EXPECT_EQ(result, 5);
}

TASK_TEST_P(external_thread, a_woken_thread_may_be_gone_before_its_waker_returns) {
  for (int i = 0; i < 200; ++i) {  // the futex word of the waiter lies on a stack that ends with the thread
    auto p = std::make_unique<skua::promise<int>>();
    auto f = p->get_future();
    std::thread helper([f = std::move(f)]() mutable { EXPECT_EQ(f.get(), 3); });
    p->set_value(3);
    p.reset();
    skua::blocking([&] { helper.join(); });
  }
}

TEST_P(external_thread, yields_and_sleeps_like_any_thread) {
  skua::yield();
  auto const start = sync_test::steady::now();
  skua::sleep_for(std::chrono::milliseconds(2));
  EXPECT_GE(sync_test::steady::now() - start, std::chrono::milliseconds(2));
}

}  // namespace
