// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support for the tests of the task core: among others meetings of tasks on different workers
// without sleeping.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

#include "support/sanitizers.hpp"
#include "sync_support.hpp"

namespace core_test {

using sync_test::comes_true;
using sync_test::dice;
using sync_test::spins_until;

using test_support::address_sanitizer;
using test_support::fewer;
using test_support::on_workers;
using test_support::thread_sanitizer;
using test_support::worker_counts;

/// The environment variable TEST_SCALE multiplies the length of stress tests.
inline int scaled(int n) {
  char const* const text = std::getenv("TEST_SCALE");
  double const factor = text != nullptr ? std::atof(text) : 1.0;
  int const result = static_cast<int>(n * factor);
  return result > 1 ? result : 1;
}

/// A meeting that blocks threads: meet() returns when `expected` callers are inside, or false after
/// ten seconds. Each task that meets holds its worker, so the tasks run on different workers.
class rendezvous {
 public:
  explicit rendezvous(int expected) : missing_(expected) {}
  bool meet() {
    --missing_;
    auto const deadline = sync_test::steady::now() + std::chrono::seconds(10);
    while (missing_.load() > 0) {
      if (sync_test::steady::now() > deadline) return false;
      std::this_thread::yield();  // there may be fewer processors than workers
      if (thread_sanitizer && skua::worker() >= 0) share_queued_tasks();
    }
    return true;
  }

 private:
  /// Without forced exposure a spinning worker never exposes its queued tasks.
  static void share_queued_tasks() {
    try {
      skua::finish([] { skua::spawn([] {}); });
    } catch (skua::cancelled_error const&) {  // another caller has left the meeting and thrown
    }
  }
  std::atomic<int> missing_;
};

/// Counts its living copies.
struct counted_object {
  explicit counted_object(std::atomic<int>& living) : living_(&living) { ++*living_; }
  counted_object(counted_object const& other) : living_(other.living_) { ++*living_; }
  counted_object& operator=(counted_object const&) = delete;
  ~counted_object() { --*living_; }

 private:
  std::atomic<int>* living_;
};

}  // namespace core_test
