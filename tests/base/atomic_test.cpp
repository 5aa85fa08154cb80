// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The spinlock and the asymmetric fences, with real threads.
#include <skua/detail/base/atomic.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include <skua/detail/base/spinlock.hpp>

namespace {

TEST(spinlock, a_held_lock_cannot_be_taken) {
  skua::base::spinlock lock;
  EXPECT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock());
  lock.unlock();
}

TEST(fences, of_a_store_buffering_pair_forbid_that_both_miss) {
  bool const cheap = skua::base::asymmetric_fences();
  skua::base::atomic<int> x{0};
  skua::base::atomic<int> y{0};
  skua::base::atomic<int> turn{0};
  int light_saw = 0;
  int const rounds = 20'000;
  std::thread helper([&] {
    for (int i = 1; i <= rounds; ++i) {
      while (turn.load(std::memory_order_acquire) != 2 * i - 1) skua::base::yield_thread();
      x.store(i, std::memory_order_relaxed);
      cheap ? skua::base::light_fence() : skua::base::full_fence();
      light_saw = y.load(std::memory_order_relaxed);
      turn.store(2 * i, std::memory_order_release);
    }
  });
  int both_missed = 0;
  for (int i = 1; i <= rounds; ++i) {
    turn.store(2 * i - 1, std::memory_order_release);
    y.store(i, std::memory_order_relaxed);
    cheap ? skua::base::heavy_fence() : skua::base::full_fence();
    int const heavy_saw = x.load(std::memory_order_relaxed);
    while (turn.load(std::memory_order_acquire) != 2 * i) skua::base::yield_thread();
    both_missed += heavy_saw != i && light_saw != i ? 1 : 0;
  }
  helper.join();
  EXPECT_EQ(both_missed, 0);
}

}  // namespace
