// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/sleeping_thread.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <latch>
#include <thread>

namespace {

cpu_set_t mask_of(int thread) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  EXPECT_EQ(::sched_getaffinity(thread, sizeof mask, &mask), 0);
  return mask;
}
void run_only_on(int processor) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(processor, &mask);
  EXPECT_EQ(::sched_setaffinity(0, sizeof mask, &mask), 0);
}
int first_of(cpu_set_t const& mask) {
  int processor = 0;
  while (processor < CPU_SETSIZE && !CPU_ISSET(processor, &mask)) ++processor;
  return processor;
}

/// The masks of a thread that is woken from that processor: before it wakes, and afterwards.
struct masks {
  cpu_set_t before, after;
};
masks sleep_and_wake(int processor, cpu_set_t const& whole) {
  skua::system::sleeping_thread sleeper;
  masks result{};
  int number = 0;
  std::latch sleeps(1), woken(1);
  std::thread thread([&] {
    ::sched_setaffinity(0, sizeof whole, &whole);
    number = ::gettid();
    sleeper.before_sleep();
    sleeps.count_down();
    woken.wait();
    sleeper.after_sleep();
    EXPECT_FALSE(sleeper.before_wake_up(number)) << "it does not sleep";
    result.after = mask_of(0);
  });
  sleeps.wait();
  std::thread waker([&] {
    run_only_on(processor);
    EXPECT_TRUE(sleeper.before_wake_up(number));
  });
  waker.join();
  result.before = mask_of(number);
  woken.count_down();
  thread.join();
  return result;
}

TEST(sleeping_thread, wakes_beside_its_waker) {
  cpu_set_t whole = mask_of(0);
  if (CPU_COUNT(&whole) < 2) GTEST_SKIP() << "skipped: needs two processors";
  int const processor = first_of(whole);
  masks const result = sleep_and_wake(processor, whole);
  EXPECT_FALSE(CPU_ISSET(processor, &result.before));
  EXPECT_EQ(CPU_COUNT(&result.before), CPU_COUNT(&whole) - 1);
  EXPECT_TRUE(CPU_EQUAL(&result.after, &whole));
}

TEST(sleeping_thread, may_have_only_one_processor) {
  cpu_set_t const whole = mask_of(0);
  int const processor = first_of(whole);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  masks const result = sleep_and_wake(processor, one);
  EXPECT_TRUE(CPU_EQUAL(&result.before, &one));
  EXPECT_TRUE(CPU_EQUAL(&result.after, &one));
}

}  // namespace
