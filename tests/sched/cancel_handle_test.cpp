// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation through handles, stop tokens and other threads; races with the end of the scope.
#include <skua/cancel.hpp>
#include <skua/detail/core/self.hpp>

#include <stop_token>
#include <thread>

#include "core/place.hpp"
#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(cancel_handle);

TASK_TEST_P(cancel_handle, a_stop_token_is_stopped) {
  std::atomic<int> calls{0};
  skua::finish([&](skua::scope s) {
    std::stop_token const token = skua::stop_token();
    std::stop_token const same_token = s.stop_token();
    EXPECT_FALSE(token.stop_requested());
    std::stop_callback const callback(token, [&] { ++calls; });
    skua::finish([&] {
      std::stop_token const inner = skua::stop_token();
      EXPECT_FALSE(inner.stop_requested());
      s.cancel();
      EXPECT_TRUE(inner.stop_requested()) << "an inner scope ends with the outer one";
      EXPECT_TRUE(skua::stop_token().stop_requested());
    });
    EXPECT_TRUE(token.stop_requested());
    EXPECT_TRUE(same_token.stop_requested());
  });
  EXPECT_EQ(calls, 1);
  std::stop_token ended_token;
  skua::finish([&] { ended_token = skua::stop_token(); });
  EXPECT_FALSE(ended_token.stop_requested());
}

TASK_TEST_P(cancel_handle, a_handle_names_nothing_after_its_scope) {
  skua::scope old;
  skua::finish([&](skua::scope s) {
    old = s;
    EXPECT_EQ(skua::this_scope(), s);
    EXPECT_FALSE(s.cancelled());
  });
  for (int i = 0; i < 10; ++i) {
    skua::finish_result const r = skua::finish([&](skua::scope s) {
      EXPECT_NE(s, old);
      old.cancel();
      EXPECT_FALSE(old.cancelled());
      EXPECT_FALSE(old.stop_token().stop_possible());
      skua::spawn([] {});
    });
    EXPECT_TRUE(r.completed());
  }
  skua::scope const nothing;
  nothing.cancel();
  EXPECT_FALSE(nothing.cancelled());
}

TEST_P(cancel_handle, a_handle_of_an_earlier_runtime_names_nothing) {
  skua::scope old;
  run([&] { skua::finish([&](skua::scope s) { old = s; }); });
  run([&] {
    skua::finish_result const r = skua::finish([&](skua::scope s) {
      EXPECT_NE(s, old);
      old.cancel();
      skua::spawn([] {});
    });
    EXPECT_TRUE(r.completed());
  });
}

TASK_TEST_P(cancel_handle, from_another_thread) {
  for (int round = 0; round < 30; ++round) {
    std::thread helper;
    std::atomic<int> ended{0};
    skua::event never;
    skua::finish_result const r = skua::finish([&](skua::scope s) {
      for (int i = 0; i < 20; ++i) {
        skua::spawn(skua::shielded, [&] {
          skua::finish([&] {});
          ++ended;
        });
        skua::spawn([&] { never.wait(); });
      }
      helper = std::thread([s] { s.cancel(); });
      never.wait();
    });
    skua::blocking([&] { helper.join(); });
    ASSERT_TRUE(r.cancelled());
    ASSERT_EQ(ended, 20);
  }
}

TEST_P(cancel_handle, racing_with_the_end_of_the_scope_leaves_no_trace) {
  skua::runtime place{settings()};
  place.run([] {
    std::atomic<std::uint64_t> handle{0};
    std::atomic<bool> stop{false};
    std::thread helper([&] {
      while (!stop.load()) {
        if (std::uint64_t const id = handle.load()) {
          skua::scope const s(id);
          (void)s.stop_token();
          s.cancel();
        }
      }
    });
    for (int round = 0; round < fewer(20'000, 2'000); ++round) {
      skua::finish([&](skua::scope s) { handle = s.id(); });
    }
    stop = true;
    skua::blocking([&] { helper.join(); });
    EXPECT_EQ(skua::sched::self()->place->cancelled_scopes.load(), 0u)
        << "a cancelled scope ended and is still counted";
  });
}

TEST_P(cancel_handle, outside_a_task_is_a_broken_contract) {
  EXPECT_FALSE(skua::cancelled());
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(run([] { std::thread(static_cast<void (*)()>(&skua::cancel)).join(); }),
               "broken contract.*cancel was called outside a task");
}

}  // namespace
