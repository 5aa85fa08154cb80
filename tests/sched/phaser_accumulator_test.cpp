// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/phaser.hpp>

#include <atomic>

#include "sync_support.hpp"

namespace {

using namespace sync_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

TASK_TEST(phaser_accumulator, accumulates_what_each_phase_sends) {
  constexpr int members = 7;
  skua::finish([] {
    phaser ph(phaser_mode::signal_wait);
    skua::phaser_accumulator<long> total(ph);
    skua::phaser_accumulator<int, skua::max_operation<int>> top(ph);
    EXPECT_EQ(total.result(), 0);
    for (int t = 0; t < members; ++t) {
      skua::spawn(phased(ph), [=] {
        for (int p = 1; p <= 50; ++p) {
          total.send(p * (t + 1));
          top.send(p + t);
          ph.next();
          EXPECT_EQ(total.result(), p * members * (members + 1) / 2);
          EXPECT_EQ(top.result(), p + members - 1);
        }
      });
    }
    ph.drop();
  });
}

/// The reader is not registered, so the phases do not wait for it: it must not get the result of a
/// phase that has been forgotten since then.
TASK_TEST(phaser_accumulator, a_reader_beside_the_phases_gets_a_whole_result) {
  std::atomic<bool> over{false};
  skua::finish([&over] {
    phaser const ph;
    skua::phaser_accumulator<long> sent(ph);
    skua::spawn(phased(ph, phaser_mode::signal), [=, &over] {
      for (long p = 1; p <= 20'000; ++p) {
        sent.send(p);
        ph.signal();
        if (p % 64 == 0) skua::yield();
      }
      over = true;
    });
    skua::spawn([=, &over] {
      long last = 0;
      bool rises = true;
      for (int i = 0; !over; ++i) {
        long const result = sent.result();
        rises = rises && result >= last;
        last = result;
        if (i % 64 == 0) skua::yield();
      }
      EXPECT_TRUE(rises);
    });
  });
}

}  // namespace
