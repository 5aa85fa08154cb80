// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mutex and timed_mutex: like std's, but a waiting task suspends and frees its worker, and the task
// owns the lock, not the thread.
//
// An uncontended lock or unlock is one compare-exchange. Waiters are woken in the order of their
// arrival. A woken waiter competes with newcomers, which keeps a busy lock in use. If it loses
// once, the next unlock hands the lock over to it, so no waiter starves.
#pragma once

#include <chrono>

#include <skua/detail/core/suspend.hpp>
#include <skua/detail/core/wait_queue.hpp>

namespace skua {

class condition_variable;

/// Mutual exclusion between tasks and external threads. Works with std::lock, std::unique_lock and
/// std::scoped_lock. Not recursive. A task may suspend while it holds the lock.
class mutex {
 public:
  constexpr mutex() noexcept = default;
  mutex(mutex const&) = delete;
  mutex& operator=(mutex const&) = delete;

  /// Takes the lock. Throws cancelled_error, without the lock, if it would have to wait in a
  /// cancelled scope.
  void lock() {
    sched::guarded_word::word expected = 0;
    if (SKUA_UNLIKELY(!word_.take(expected, locked))) lock_slow(nullptr, false);
  }
  /// Takes the lock and returns true if it is free; otherwise returns false.
  [[nodiscard]] bool try_lock() noexcept { return try_take() || sched::note_failed_poll(); }
  /// Releases the lock. The task that locked it calls this, on any thread.
  void unlock() noexcept {
    sched::guarded_word::word expected = locked;
    if (SKUA_UNLIKELY(!word_.give(expected, 0))) unlock_slow();
  }

 protected:
  bool try_take() noexcept;
  bool lock_slow(sched::deadline const* until, bool firm);

 private:
  friend class condition_variable;
  struct ticket;
  using word = sched::guarded_word::word;
  static constexpr word locked = 2;
  static constexpr word queued = 4;      // waiters_ is not empty
  static constexpr word woken = 8;       // a woken waiter is on its way
  static constexpr word hand_over = 16;  // the first waiter has lost once: unlock gives it the lock

  void unlock_slow() noexcept;
  void pass_on(word state) noexcept;
  bool take_woken() noexcept;
  void withdraw(ticket& ticket) noexcept;
  static bool enrol(void* argument, sched::parker* waiter) noexcept;

  sched::guarded_word word_;
  sched::node_list waiters_;
};

/// A mutex with timeouts.
class timed_mutex : public mutex {
 public:
  /// Returns false if the lock did not become free in time. Throws cancelled_error like lock().
  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(std::chrono::duration<Rep, Period> const& time) {
    if (try_take()) return true;
    sched::deadline const until = sched::deadline_after(time);
    return lock_slow(&until, false);
  }
  /// Like try_lock_for, but takes a time point.
  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(std::chrono::time_point<Clock, Duration> const& time) {
    if (try_take()) return true;
    return sched::wait_until_time(time, [this](sched::deadline const& until) { return lock_slow(&until, false); });
  }
};

}  // namespace skua
