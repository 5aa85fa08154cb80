// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/base/check.hpp>

#include <gtest/gtest.h>
#include <signal.h>

namespace {

struct check : testing::Test {
  check() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(check, a_contract_that_holds_is_silent) { skua::base::check(true, "never said"); }

TEST_F(check, a_broken_contract_is_one_line_and_an_abort) {
  EXPECT_EXIT(skua::base::check(false, "what was promised"), testing::KilledBySignal(SIGABRT), "^skua: broken contract[^\n]*: what was promised\n$");
}

}  // namespace
