// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared objects are freed at the end of the scope of a task. An object created by an external
// thread would outlive its memory.
#include <gtest/gtest.h>

#include <thread>

#include <skua/skua.hpp>

namespace {

struct memory_outside_a_run : testing::Test {
  memory_outside_a_run() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(memory_outside_a_run, is_a_broken_contract) {
  EXPECT_DEATH(
      skua::shared_array<int>(10),
      "skua: broken contract: the constructor of shared_array was called outside a task; call it inside skua::run");
  EXPECT_DEATH(
      skua::shared_var<int>(7),
      "skua: broken contract: the constructor of shared_var was called outside a task; call it inside skua::run");
  EXPECT_DEATH(skua::run([] {
                 std::thread helper([] { skua::shared_var<int>(7); });
                 skua::blocking([&] { helper.join(); });
               }),
               "the constructor of shared_var was called outside a task");
}

TEST_F(memory_outside_a_run, a_task_may_make_it) {
  EXPECT_EQ(skua::run([] {
              skua::shared_array<int> const a(10);
              a[3] = skua::shared_var<int>(5).get();
              return a[3].get();
            }),
            5);
}

}  // namespace
