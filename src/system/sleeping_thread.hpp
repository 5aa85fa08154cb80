// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps now and then, and the processor at which it wakes.
//
// Linux may wake a thread at its waker's processor, although another one idles: it looks for an
// idle one only while the processors that share a cache have little to do, and a virtual processor
// that has halted does not look idle to it. Then waker and woken thread take turns for some
// milliseconds. So the waker removes its own processor from the sleeper's affinity mask, and the
// woken thread puts it back. Each takes some microseconds, a quarter of a wake-up.
#pragma once

#include <skua/detail/base/atomic.hpp>

namespace skua::system {

class sleeping_thread {
 public:
  /// The thread that will sleep.
  void before_sleep() noexcept;
  void after_sleep() noexcept;
  /// The waker, with the kernel id of the thread; 0: its mask must not change. Returns whether it
  /// sleeps, as a hint.
  bool before_wake_up(int thread) noexcept;

 private:
  void keep_from_this_processor(int thread) noexcept;

  base::atomic<bool> sleeps_{false};
  base::atomic<int> avoided_{-1};  // the processor that is missing in its mask; -1: none
};

}  // namespace skua::system
