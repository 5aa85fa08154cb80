// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// condition_variable: waits for a condition under a skua::mutex. Interface of
// std::condition_variable.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include <skua/mutex.hpp>

namespace skua {

/// Why wait_for and wait_until returned: no_timeout or timeout.
using cv_status = std::cv_status;

/// Tasks and external threads may wait, and are notified in the order of their arrival. In a
/// cancelled scope a wait locks the mutex again and then throws cancelled_error.
class condition_variable {
 public:
  constexpr condition_variable() noexcept = default;
  condition_variable(condition_variable const&) = delete;
  condition_variable& operator=(condition_variable const&) = delete;

  /// Wakes the task or thread that has waited longest, if one waits.
  void notify_one() noexcept;
  /// Wakes all tasks and threads that wait.
  void notify_all() noexcept;

  /// Unlocks the mutex, waits for a notification, and locks it again. With a predicate: until
  /// it holds.
  void wait(std::unique_lock<mutex>& lock) { (void)wait_notified(lock, nullptr); }
  template <class Predicate>
  void wait(std::unique_lock<mutex>& lock, Predicate holds) {
    while (!holds()) wait(lock);
  }
  /// Returns cv_status::timeout if `time` comes first; with a predicate: whether it holds at the
  /// end.
  template <class Clock, class Duration>
  cv_status wait_until(std::unique_lock<mutex>& lock, std::chrono::time_point<Clock, Duration> const& time) {
    if (wait_before(lock, sched::to_deadline(time)) == cv_status::no_timeout) return cv_status::no_timeout;
    return sched::has_come(time) ? cv_status::timeout : cv_status::no_timeout;
  }
  template <class Clock, class Duration, class Predicate>
  bool wait_until(std::unique_lock<mutex>& lock, std::chrono::time_point<Clock, Duration> const& time,
                  Predicate holds) {
    while (!holds()) {
      if (wait_until(lock, time) == cv_status::timeout) return holds();
    }
    return true;
  }
  /// Like wait_until, but takes a duration.
  template <class Rep, class Period>
  cv_status wait_for(std::unique_lock<mutex>& lock, std::chrono::duration<Rep, Period> const& time) {
    return wait_before(lock, sched::deadline_after(time));
  }
  template <class Rep, class Period, class Predicate>
  bool wait_for(std::unique_lock<mutex>& lock, std::chrono::duration<Rep, Period> const& time, Predicate holds) {
    sched::deadline const until = sched::deadline_after(time);
    while (!holds()) {
      if (wait_before(lock, until) == cv_status::timeout) return holds();
    }
    return true;
  }

 private:
  struct ticket;
  cv_status wait_before(std::unique_lock<mutex>& lock, sched::deadline const& until) {
    return wait_notified(lock, &until) ? cv_status::no_timeout : cv_status::timeout;
  }
  bool wait_notified(std::unique_lock<mutex>& lock, sched::deadline const* until);
  static bool enrol(void* argument, sched::parker* waiter) noexcept;
  void notify(bool wakes_all) noexcept;

  static constexpr sched::guarded_word::word waiting = 2;  // waiters_ is not empty
  sched::guarded_word word_;
  sched::node_list waiters_;
};

}  // namespace skua
