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

skua::task<long> fib_of_coroutines(int n) {
  if (n < 2) co_return n;
  auto a = skua::async([n] { return fib_of_coroutines(n - 1); });
  long const b = co_await fib_of_coroutines(n - 2);
  co_return co_await std::move(a) + b;
}

TEST_P(sched_alone, tasks_have_results_and_wait_for_one_another) {
  run([] {
    EXPECT_EQ(skua::places(), 1);
    EXPECT_EQ(fib(20), 6765);
    EXPECT_EQ(skua::async([] { return fib_of_coroutines(15); }).get(), 610);
    skua::event go;
    std::atomic<int> phase{0};
    auto const result = skua::finish(skua::counted, [&] {
      skua::for_async(1000, [&go](auto) { go.wait(); });
      skua::spawn([&go] {
        skua::sleep_for(std::chrono::milliseconds(1));
        go.set();
      });
      skua::phaser const ph(skua::phaser_mode::signal_wait);  // the body holds the first phase until all are there
      for (int i = 0; i < 4; ++i) {
        skua::spawn(skua::phased(ph, skua::phaser_mode::signal_wait), [&phase, ph] {
          ++phase;
          ph.next();
          EXPECT_EQ(phase.load(), 4);
        });
      }
    });
    EXPECT_TRUE(result.completed());
  });
}

TEST_P(sched_alone, cancellation_and_exceptions) {
  run([] {
    skua::event never;
    auto const result = skua::finish([&never] {
      skua::spawn([&never] { never.wait(); });
      skua::cancel();
    });
    EXPECT_TRUE(result.cancelled());
  });
  EXPECT_THROW(run([] { skua::spawn([] { throw std::runtime_error("failed"); }); }), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(workers, sched_alone, testing::Values(1, 4), testing::PrintToStringParamName());

}  // namespace
