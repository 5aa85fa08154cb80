// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scheduler without the layers above it: this program is linked from base, system, wire, steal
// and sched only. One place is made, runs a body, and ends.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <skua/cancel.hpp>
#include <skua/coroutine.hpp>
#include <skua/event.hpp>
#include <skua/finish.hpp>
#include <skua/for_async.hpp>
#include <skua/future.hpp>
#include <skua/invoke.hpp>
#include <skua/phaser.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>
#include <skua/time.hpp>

#include "core/place_registry.hpp"
#include "core/root_scope.hpp"

namespace {

class sched_alone : public testing::TestWithParam<int> {
 protected:
  template <class Body>
  void run(Body body) const {
    skua::sched::place* const p = skua::sched::make_place(skua::options{.workers = GetParam()});
    skua::sched::start_place(p);
    std::exception_ptr error;
    try {
      skua::sched::run_root(p, [](void* context) { (*static_cast<Body*>(context))(); }, &body);
    } catch (...) {
      error = std::current_exception();
    }
    skua::sched::destroy_place(p);
    if (error != nullptr) std::rethrow_exception(error);
  }
};

long fib(int n) {
  if (n < 2) return n;
  auto const [a, b] = skua::invoke([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return a + b;
}

long fib_of_futures(int n) {
  if (n < 2) return n;
  auto a = skua::async([n] { return fib_of_futures(n - 1); });
  long const b = fib_of_futures(n - 2);
  return a.get() + b;
}

skua::task<long> fib_of_coroutines(int n) {
  if (n < 2) co_return n;
  auto a = skua::async([n] { return fib_of_coroutines(n - 1); });
  long const b = co_await fib_of_coroutines(n - 2);
  co_return co_await std::move(a) + b;
}

TEST_P(sched_alone, results_of_tasks) {
  run([] {
    EXPECT_EQ(fib(20), 6765);
    EXPECT_EQ(fib_of_futures(18), 2584);
    EXPECT_EQ(skua::async([] { return fib_of_coroutines(15); }).get(), 610);
    EXPECT_EQ(skua::places(), 1);
  });
}

TEST_P(sched_alone, a_finish_waits_for_all_tasks) {
  run([] {
    std::atomic<int> n{0};
    skua::finish([&n] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&n] {
          skua::spawn([&n] { ++n; });
          ++n;
        });
      }
    });
    EXPECT_EQ(n.load(), 200);
    auto const result = skua::finish(skua::counted, [] { skua::for_async(1000, [](auto) {}); });
    EXPECT_TRUE(result.completed());
  });
}

TEST_P(sched_alone, tasks_wait_for_one_another) {
  run([] {
    skua::event go;
    skua::finish([&go] {
      for (int i = 0; i < 10; ++i) skua::spawn([&go] { go.wait(); });
      skua::spawn([&go] {
        skua::sleep_for(std::chrono::milliseconds(1));
        go.set();
      });
    });
    std::atomic<int> phase{0};
    skua::finish([&phase] {
      skua::phaser const ph(skua::phaser_mode::signal_wait);  // the body holds the first phase until all are there
      for (int i = 0; i < 4; ++i) {
        skua::spawn(skua::phased(ph, skua::phaser_mode::signal_wait), [&phase, ph] {
          for (int round = 1; round <= 5; ++round) {
            ++phase;
            ph.next();
            EXPECT_GE(phase.load(), 4 * round);
          }
        });
      }
    });
    EXPECT_EQ(phase.load(), 20);
  });
}

TEST_P(sched_alone, cancellation_and_exceptions) {
  run([] {
    skua::event never;
    auto const result = skua::finish([&never] {
      for (int i = 0; i < 3; ++i) skua::spawn([&never] { never.wait(); });
      skua::sleep_for(std::chrono::milliseconds(1));
      skua::cancel();
    });
    EXPECT_TRUE(result.cancelled());
  });
  EXPECT_THROW(run([] { skua::finish([] { skua::spawn([] { throw std::runtime_error("failed"); }); }); }),
               std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(workers, sched_alone, testing::Values(1, 2, 4), testing::PrintToStringParamName());

}  // namespace
