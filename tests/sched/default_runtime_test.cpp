// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that never call run: the first use starts a runtime, which ends at exit.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "core_support.hpp"

namespace {

struct default_runtime : testing::Test {
  default_runtime() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// Each test is a separate program that exit() ends, so that statics are destroyed.
void program(void (*body)()) {
  body();
  std::exit(7);
}

TEST_F(default_runtime, a_plain_main_may_use_async) {
  EXPECT_EXIT(program([] {
                auto f = skua::async([](int n) { return skua::async([n] { return n + 1; }).get(); }, 41);
                if (f.get() != 42) std::_Exit(1);
              }),
              testing::ExitedWithCode(7), "^$");
}

TEST_F(default_runtime, tasks_without_a_waiter_run_before_the_exit) {
  EXPECT_EXIT(program([] {
                for (int i = 0; i < 100; ++i) {
                  skua::spawn([i] {
                    for (int k = 0; k < 10; ++k) skua::yield();
                    if (i == 42) std::fputs("task 42 ran\n", stderr);
                  });
                }
              }),
              testing::ExitedWithCode(7), "^task 42 ran\n$");
}

TEST_F(default_runtime, is_set_by_the_environment) {
  ::setenv("SKUA_WORKERS", "3", 1);
  EXPECT_EXIT(program([] {
                if (skua::workers() != 3) std::_Exit(1);
                if (skua::async([] { return skua::workers(); }).get() != 3) std::_Exit(2);
              }),
              testing::ExitedWithCode(7), "^$");
  ::setenv("SKUA_WORKERS", "none", 1);
  EXPECT_EXIT(program([] {
                try {
                  (void)skua::async([] {});
                } catch (skua::error const& e) {
                  std::fprintf(stderr, "%s\n", e.what());
                }
              }),
              testing::ExitedWithCode(7), "^SKUA_WORKERS: expected a number from 1 to 4096, found \"none\"\n$");
  ::unsetenv("SKUA_WORKERS");
}

TEST_F(default_runtime, several_threads_start_one) {
  EXPECT_EXIT(program([] {
                std::atomic<int> sum{0};
                std::vector<std::thread> threads;
                for (int t = 0; t < 8; ++t) threads.emplace_back([&] { sum += skua::async([] { return 1; }).get(); });
                for (auto& t : threads) t.join();
                if (sum != 8) std::_Exit(1);
              }),
              testing::ExitedWithCode(7), "^$");
}

TEST_F(default_runtime, run_may_follow_and_precede_it) {
  EXPECT_EXIT(program([] {
                if (skua::run([] { return 1; }) != 1) std::_Exit(1);
                if (skua::async([] { return 2; }).get() != 2) std::_Exit(2);
                if (skua::run([] { return skua::async([] { return 3; }).get(); }) != 3) std::_Exit(3);
                if (skua::async([] { return 4; }).get() != 4) std::_Exit(4);
              }),
              testing::ExitedWithCode(7), "^$");
}

}  // namespace
