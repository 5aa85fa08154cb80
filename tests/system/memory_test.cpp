// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reserved memory and futexes: the parts of the machine that the scheduler uses.
#include "system/memory.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "system/futex.hpp"
#include "system/machine.hpp"

namespace {

TEST(memory, is_zero_and_forgets) {
  std::size_t const bytes = 4 * skua::system::page_bytes();
  auto* const p = static_cast<char*>(skua::system::reserve(bytes));
  EXPECT_EQ(p[bytes - 1], 0);
  p[bytes - 1] = 5;
  skua::system::forget(p, bytes);
  EXPECT_EQ(p[bytes - 1], 0);
  skua::system::release(p, bytes);
}

TEST(memory, a_guard_faults) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::size_t const page = skua::system::page_bytes();
  auto* const p = static_cast<char volatile*>(skua::system::reserve(2 * page));
  EXPECT_TRUE(skua::system::guard(const_cast<char*>(p), page));
  p[page] = 1;
  EXPECT_DEATH(p[page - 1] = 1, "");
  skua::system::release(const_cast<char*>(p), 2 * page);
}

TEST(memory, too_much_is_bad_alloc) { EXPECT_THROW((void)skua::system::reserve(~std::size_t{0} / 2), std::bad_alloc); }

TEST(futex, a_changed_word_does_not_wait_and_a_deadline_ends_a_wait) {
  skua::base::atomic<std::uint32_t> word{1};
  skua::system::futex_wait(word, 0);
  auto const until = skua::system::monotonic_ns() + 2'000'000;
  while (skua::system::monotonic_ns() < until) skua::system::futex_wait(word, 1, until);
  EXPECT_GE(skua::system::monotonic_ns(), until);
}

TEST(futex, a_wake_reaches_the_sleeper) {
  skua::base::atomic<std::uint32_t> word{0};
  std::thread sleeper([&] {
    while (word.load() == 0) skua::system::real_machine().sleep(word, 0, 0);
  });
  word = 1;
  skua::system::real_machine().wake(word);
  sleeper.join();
  EXPECT_EQ(word.load(), 1u);
}

}  // namespace
