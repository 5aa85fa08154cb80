// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The monitor reports each process once, with how it has ended.
#include "transport/process_monitor.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/detail/base/config.hpp>

#include "system/threads.hpp"

namespace {

using namespace skua::transport;
using skua::system::process_handle;

class monitor : public testing::Test {
 protected:
  void SetUp() override {
#if defined(SKUA_TSAN)
    GTEST_SKIP() << "thread sanitizer does not survive a fork with threads";
#endif
  }

  /// A child that ends with this code; 0: that waits for a signal.
  static process_handle child(int code) {
    ::pid_t const pid = ::fork();
    if (pid == 0) {
      if (code != 0) ::_exit(code);
      for (;;) ::pause();
    }
    return process_handle(pid);
  }

  process_monitor::report collect() {
    return [this](peer_failures ends) {
      std::lock_guard const hold(lock_);
      reports_.insert(reports_.end(), ends.begin(), ends.end());
      changed_.notify_all();
    };
  }

  /// The reports so far, by place. Waits until there are `n`.
  peer_failures reports(std::size_t n) {
    std::unique_lock hold(lock_);
    changed_.wait_for(hold, std::chrono::minutes(1), [&] { return reports_.size() >= n; });
    std::sort(reports_.begin(), reports_.end(), [](auto const& a, auto const& b) { return a.place < b.place; });
    return reports_;
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  peer_failures reports_;
};

TEST_F(monitor, reports_how_each_process_has_ended) {
  std::vector<process_monitor::monitored> processes;
  processes.push_back({4, child(7)});
  processes.push_back({2, process_handle()});  // it had ended before
  processes.push_back({5, child(0)});
  processes.back().process.send(SIGKILL);
  process_monitor const watching(std::move(processes), collect());
  peer_failures const ends = reports(3);
  ASSERT_EQ(ends.size(), 3u);
  EXPECT_EQ(ends[0].place, 2);
  EXPECT_EQ(ends[0].description, "has disappeared (killed or crashed)");
  EXPECT_EQ(ends[0].code, 0);
  EXPECT_EQ(ends[1].place, 4);
  EXPECT_EQ(ends[1].description, "ended with exit code 7");
  EXPECT_EQ(ends[1].code, 7);
  EXPECT_EQ(ends[2].place, 5);
  EXPECT_EQ(ends[2].description, "was killed by signal 9 (Killed)");
  EXPECT_EQ(ends[2].code, 128 + SIGKILL);
}

TEST_F(monitor, is_a_helper_thread_until_its_end) {
  int const helpers_before = skua::system::helper_threads();
  ::pid_t const pid = ::fork();
  if (pid == 0) {
    for (;;) ::pause();
  }
  {
    std::vector<process_monitor::monitored> processes;
    processes.push_back({1, process_handle(pid)});
    process_monitor const watching(std::move(processes), collect());
    EXPECT_EQ(skua::system::helper_threads(), helpers_before + 1);
    EXPECT_TRUE(reports(0).empty());
    ::kill(pid, SIGKILL);
    EXPECT_EQ(reports(1).size(), 1u);
  }
  EXPECT_EQ(skua::system::helper_threads(), helpers_before);
}

TEST_F(monitor, without_a_process_has_no_thread) {
  int const helpers_before = skua::system::helper_threads();
  process_monitor const idle({}, collect());
  EXPECT_EQ(skua::system::helper_threads(), helpers_before);
}

}  // namespace
