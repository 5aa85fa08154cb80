// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that end the program with a message. Shared objects are freed at the end of the scope of a
// task: an object created by an external thread would outlive its memory.
#include <gtest/gtest.h>

#include <thread>

#include <skua/skua.hpp>

namespace {

struct memory_contract : testing::Test {
  memory_contract() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(memory_contract, only_a_task_makes_shared_objects) {
  EXPECT_DEATH(
      skua::shared_array<int>(10),
      "skua: broken contract: the constructor of shared_array was called outside a task; call it inside skua::run");
  EXPECT_DEATH(
      skua::shared_var<int>(7),
      "skua: broken contract: the constructor of shared_var was called outside a task; call it inside skua::run");
  EXPECT_DEATH((void)skua::run([] {
                 std::thread helper([] { skua::shared_var<int>(7); });
                 skua::blocking([&] { helper.join(); });
               }),
               "the constructor of shared_var was called outside a task");
}

TEST_F(memory_contract, a_bitwise_operation_is_for_integers) {
  EXPECT_DEATH((void)skua::run([] {
                 skua::shared_var<float> const x(3);
                 x.atomic().async(skua::atomic_op::bit_and, 1).get();
               }),
               "global_atomic: a bitwise operation on a floating-point number");
}

TEST_F(memory_contract, a_task_may_make_it) {
  EXPECT_EQ(skua::run([] {
              skua::shared_array<int> const a(10);
              a[3] = skua::shared_var<int>(5).get();
              return a[3].get();
            }),
            5);
}

}  // namespace
