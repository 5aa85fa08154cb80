// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes and threads as the kernel lists them.
#include "system/proc.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <string>
#include <thread>

#include "system/thread_state.hpp"

namespace {

using skua::system::read_stat;

std::set<int> numbers_in(char const* folder) {
  std::set<int> numbers;
  EXPECT_TRUE(skua::system::for_each_number(folder, [&](int n) { numbers.insert(n); }));
  return numbers;
}

TEST(proc, lists_processes_and_threads) {
  EXPECT_TRUE(numbers_in("/proc").contains(::getpid()));
  std::thread([] {
    std::set<int> const threads = numbers_in("/proc/self/task");
    EXPECT_TRUE(threads.contains(::getpid()));
    EXPECT_TRUE(threads.contains(skua::system::this_thread_number()));
  }).join();
  EXPECT_FALSE(skua::system::for_each_number("/proc/no such folder", [](int) { FAIL(); }));
}

TEST(proc, knows_state_and_parent) {
  auto const self = read_stat("/proc/self/stat");
  EXPECT_EQ(self.parent, ::getppid());
  EXPECT_NE(self.state, 0);
  auto const none = read_stat("/proc/no such file");
  EXPECT_EQ(none.state, 0);
  EXPECT_EQ(none.parent, 0);
}

TEST(proc, knows_whether_a_process_is_ending) {
  EXPECT_FALSE(read_stat("/proc/self/stat").is_ending);
  pid_t const child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_GT(child, 0);
  siginfo_t info;
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  auto const ended = read_stat(("/proc/" + std::to_string(child) + "/stat").c_str());
  EXPECT_TRUE(ended.is_ending);
  EXPECT_EQ(ended.state, 'Z');
  EXPECT_EQ(ended.parent, ::getpid());
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(read_stat(("/proc/" + std::to_string(child) + "/stat").c_str()).is_ending) << "there is none";
}

TEST(proc, a_name_may_hold_anything) {
  std::thread([] {
    ASSERT_EQ(::pthread_setname_np(::pthread_self(), "a) Z 7 (b"), 0);
    std::string const file = "/proc/self/task/" + std::to_string(skua::system::this_thread_number()) + "/stat";
    EXPECT_EQ(read_stat(file.c_str()).state, 'R');
    EXPECT_EQ(read_stat(file.c_str()).parent, ::getppid());
  }).join();
}

}  // namespace
