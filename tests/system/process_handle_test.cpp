// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ends of child processes, and a process that is not a child or exists no longer.
#include "system/process_handle.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "system/machine.hpp"

namespace {

using skua::system::process_handle;

constexpr std::uint64_t minute = 60'000'000'000;

std::uint64_t in_a_minute() { return skua::system::monotonic_ns() + minute; }

/// A child that calls `action` and then waits for a signal.
template <class Action>
process_handle child_that(Action action) {
  ::pid_t const pid = ::fork();
  if (pid == 0) {
    action();
    for (;;) ::pause();
  }
  return process_handle(pid);
}

TEST(process_handle, reports_an_exit_code_once) {
  process_handle const child = child_that([] { ::_exit(7); });
  ASSERT_TRUE(child);
  EXPECT_TRUE(child.wait_until(in_a_minute()));
  auto const end = child.reap();
  ASSERT_TRUE(end.has_value());
  EXPECT_TRUE(end->failed());
  EXPECT_EQ(end->exit_code(), 7);
  EXPECT_EQ(end->text(), "ended with exit code 7");
  EXPECT_FALSE(child.reap().has_value()) << "it was reaped";
  EXPECT_TRUE(child.wait_until(0)) << "it has ended all the same";
}

TEST(process_handle, reports_a_signal) {
  process_handle child = child_that([] {});
  EXPECT_FALSE(child.wait_until(0));
  EXPECT_FALSE(child.wait_until(skua::system::monotonic_ns() + 1'000'000));
  EXPECT_FALSE(child.reap().has_value()) << "it still runs";
  child.send(SIGKILL);
  process_handle const moved = std::move(child);
  auto const end = moved.wait_and_reap();
  ASSERT_TRUE(end.has_value());
  EXPECT_TRUE(end->killed);
  EXPECT_FALSE(end->dumped_core);
  EXPECT_EQ(end->exit_code(), 128 + SIGKILL);
  EXPECT_EQ(end->text(), "was killed by signal 9 (Killed)");
}

TEST(process_handle, an_end_with_0_is_no_failure) {
  process_handle const child = child_that([] { ::_exit(0); });
  auto const end = child.wait_and_reap();
  ASSERT_TRUE(end.has_value());
  EXPECT_FALSE(end->failed());
  EXPECT_EQ(end->exit_code(), 0);
}

TEST(process_handle, of_a_process_that_exists_no_longer_holds_nothing) {
  ::pid_t const pid = ::fork();
  if (pid == 0) ::_exit(0);
  ASSERT_EQ(::waitpid(pid, nullptr, 0), pid);
  errno = 0;
  process_handle const stale(pid);
  EXPECT_EQ(errno, ESRCH);
  EXPECT_FALSE(stale);
  EXPECT_FALSE(stale.reap().has_value());
  process_handle const none;
  EXPECT_FALSE(none);
}

TEST(process_handle, knows_nothing_of_the_end_of_another_process_than_a_child) {
  process_handle const parent(::getppid());
  EXPECT_FALSE(parent.wait_until(0));
  EXPECT_FALSE(parent.reap().has_value());
}

}  // namespace
