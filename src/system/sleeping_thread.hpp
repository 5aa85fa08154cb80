// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps now and then, and the processor at which it wakes.
//
// Linux wakes a thread at the processor where it went to sleep. If that is the waker's, both take
// turns there for some milliseconds beside an idle processor: the kernel looks for an idle one only
// while the processors that share a cache have little to do. So the waker removes its own processor
// from the sleeper's affinity mask, and the woken thread puts it back.
#pragma once

#include <skua/detail/base/atomic.hpp>

namespace skua::system {

class sleeping_thread {
 public:
  /// The thread that will sleep.
  void before_sleep() noexcept;
  void after_sleep() noexcept;
  /// The waker; `may_move`: the affinity mask may be changed. Returns whether the thread sleeps, as
  /// a hint. Takes two microseconds if it would wake here, else some nanoseconds.
  bool before_wake_up(bool may_move) noexcept;

 private:
  void move_away_from(int processor) noexcept;

  base::atomic<int> thread_{0};      // its kernel id
  base::atomic<int> processor_{-1};  // where it sleeps; -1: it does not
  base::atomic<int> avoided_{-1};    // the processor that is missing in its mask; -1: none
};

}  // namespace skua::system
