// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support for the tests of the synchronisers.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#include <skua/skua.hpp>

#include "support/task_test.hpp"

namespace sync_test {

using std::chrono::milliseconds;
using steady = std::chrono::steady_clock;

/// Calls holds(), and nothing else, until it returns true; false if it does not within the limit.
template <class Condition>
bool spins_until(Condition holds, std::chrono::seconds limit = std::chrono::seconds(10)) {
  auto const deadline = steady::now() + limit;
  while (!holds()) {
    if (steady::now() > deadline) return false;
  }
  return true;
}

/// In a task: yields until the condition holds; false if it does not hold within the limit.
template <class Condition>
bool comes_true(Condition holds, std::chrono::seconds limit = std::chrono::seconds(10)) {
  auto const holds_now = [&] {
    bool const result = holds();
    if (!result) skua::yield();
    return result;
  };
  return spins_until(holds_now, limit);
}

/// Runs wait() in a task of a scope, and cancels the scope once the task is in wait(). Returns
/// whether wait() threw cancelled_error.
template <class Wait>
bool ends_by_cancel(Wait wait) {
  bool threw = false;
  std::atomic<bool> inside{false};
  skua::finish_result const r = skua::finish([&](skua::scope s) {
    skua::spawn([&] {
      inside = true;
      try {
        wait();
      } catch (skua::cancelled_error const&) {
        threw = true;
      }
    });
    skua::spawn(skua::shielded, [&, s] {
      while (!inside.load()) skua::yield();
      for (int i = 0; i < 10; ++i) skua::yield();
      s.cancel();
    });
  });
  EXPECT_TRUE(r.cancelled());
  return threw;
}

/// Runs wait() in a scope that is cancelled already. Returns whether it threw cancelled_error.
template <class Wait>
bool refuses_when_cancelled(Wait wait) {
  bool threw = false;
  skua::finish([&] {
    skua::cancel();
    try {
      wait();
    } catch (skua::cancelled_error const&) {
      threw = true;
    }
  });
  return threw;
}

/// A small random number generator for reproducible choices.
class dice {
 public:
  explicit dice(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t below(std::uint64_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % n;
  }

 private:
  std::uint64_t state_;
};

}  // namespace sync_test
