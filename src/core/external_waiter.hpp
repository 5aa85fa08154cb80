// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The count of external threads that wait in the library, for reports of deadlocks. Edge EXTERNAL:
// a thread that is counted has registered its wait.
#pragma once

#include <cstdint>
#include <skua/detail/base/atomic.hpp>

#include "system/machine.hpp"

namespace skua::sched {

/// External threads blocked in the library without a timeout. Counted for the whole process,
/// because their waits may outlive every place.
class external_waiter {
 public:
  /// Called after the thread has registered its wait. The thread that wakes it calls leave() before
  /// the wake-up.
  static void enter() noexcept;
  static void leave() noexcept;
  /// The calling thread sleeps while word == expected; may return early. It is counted for as long
  /// as the two are equal.
  static void sleep(system::machine& host_machine, base::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
  /// Never too high: a thread is not counted once its wake-up is decided, however late it runs.
  static int count() noexcept;
  /// In a forked child, which has none of these threads.
  static void forget_all() noexcept;
};

}  // namespace skua::sched
