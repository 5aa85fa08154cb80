// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A condition that becomes true only when the tasks of its scope have ended starts one more task,
// which may be stolen at once.
#include <gtest/gtest.h>

#include <atomic>

#include <skua/skua.hpp>

namespace {

TEST(last_word, may_be_stolen_while_the_owner_waits_for_it) {
  for (int workers = 1; workers <= 4; ++workers) {
    skua::runtime rt{{.workers = workers}};
    for (int round = 0; round < 300; ++round) {
      std::atomic<int> fired{0};
      rt.run([&] {
        skua::finish([&] {
          skua::sum<int> total;
          for (int k = 0; k < 4; ++k) total.when([](int x) { return x >= 8; }, [&fired] { ++fired; });
          for (int i = 0; i < 8; ++i) skua::spawn([total] { total += 1; });
        });
        EXPECT_EQ(fired.load(), 4);
      });
    }
  }
}

}  // namespace
