// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects created by a stolen task: the frame of the scope lies on a fibre other than the task's.
#include <gtest/gtest.h>

#include <atomic>

#include <skua/skua.hpp>

namespace {

TEST(adopted, a_stolen_task_ends_its_registrations) {
  skua::runtime rt{{.workers = 2}};
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> passed{0};
    rt.run([&] {
      skua::finish([&] {
        std::atomic<bool> started{false};
        skua::spawn([&] {
          started = true;
          skua::phaser ph(skua::phaser_mode::signal_wait);
          skua::spawn(skua::phased(ph, skua::phaser_mode::signal_wait), [ph, &passed]() mutable {
            ph.next();  // waits for the task that created the phaser, which ends without a signal
            ++passed;
          });
        });
        while (!started) skua::yield();
      });
    });
    EXPECT_EQ(passed.load(), 1);
  }
}

}  // namespace
