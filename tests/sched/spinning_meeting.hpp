// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A meeting of tasks, each of which holds its worker while it waits.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace core_test {

/// Spins until `expected` callers are inside, without a call of the library; false after
/// `time_limit`.
class spinning_meeting {
 public:
  explicit spinning_meeting(int expected, std::chrono::seconds time_limit = std::chrono::seconds(20))
      : missing_(expected), time_limit_(time_limit) {}
  bool meet() {
    --missing_;
    auto const deadline = std::chrono::steady_clock::now() + time_limit_;
    while (missing_.load() > 0) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::yield();  // to other threads, not to other tasks
    }
    return true;
  }

 private:
  std::atomic<int> missing_;
  std::chrono::seconds time_limit_;
};

}  // namespace core_test
