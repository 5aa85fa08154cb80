// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// event: a flag to wait for. set() releases all waiters; reset() closes it again.
#pragma once

#include <chrono>

#include <skua/detail/core/suspend.hpp>

namespace skua {

/// 8 bytes. set() without waiters is one compare-exchange, is_set() a load. Tasks and external
/// threads may wait. A caller that has returned from wait() may destroy the event.
class event {
 public:
  constexpr event() noexcept = default;
  event(event const&) = delete;
  event& operator=(event const&) = delete;

  /// Releases all waiters, and all later ones until reset(). A second set() does nothing.
  void set() noexcept { done_.complete(); }
  /// Closes the event again; waiters that set() has released continue. Returns whether it was set.
  bool reset() noexcept { return done_.reset(); }
  /// Whether wait() would return at once.
  [[nodiscard]] bool is_set() const noexcept { return done_.done() || sched::note_failed_poll(); }

  /// Waits until the event is set. Throws cancelled_error if it would have to wait in a cancelled
  /// scope.
  void wait() { (void)sched::wait_done(done_, "event", this); }
  /// Waits at most this long. Returns false on timeout.
  template <class Rep, class Period>
  bool wait_for(std::chrono::duration<Rep, Period> const& time) {
    sched::deadline const until = sched::deadline_after(time);
    return sched::wait_done(done_, "event", this, &until);
  }
  /// Like wait_for, but takes a time point.
  template <class Clock, class Duration>
  bool wait_until(std::chrono::time_point<Clock, Duration> const& time) {
    return sched::wait_until_time(
        time, [this](sched::deadline const& until) { return sched::wait_done(done_, "event", this, &until); });
  }

 private:
  sched::completion done_;
};

}  // namespace skua
