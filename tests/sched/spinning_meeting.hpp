// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A meeting of tasks that hold their workers while they wait.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace core_test {

/// Spins until `expected` callers are inside, without a call of the library; false after
/// `patience`.
class spinning_meeting {
 public:
  explicit spinning_meeting(int expected, std::chrono::seconds patience = std::chrono::seconds(20))
      : missing_(expected), patience_(patience) {}
  bool meet() {
    --missing_;
    auto const until = std::chrono::steady_clock::now() + patience_;
    while (missing_.load() > 0) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::yield();  // to other threads, not to other tasks
    }
    return true;
  }

 private:
  std::atomic<int> missing_;
  std::chrono::seconds patience_;
};

}  // namespace core_test
