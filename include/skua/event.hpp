// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// event: something happened. Set once or again and again; all who wait go on.
#pragma once

#include <chrono>

#include <skua/sched/suspend.hpp>

namespace skua {

/// 8 bytes. set() with nobody waiting is one compare-exchange, is_set() a load. Tasks and plain
/// threads wait in it alike. Who returned from wait() may destroy it.
class event {
 public:
  event() = default;
  event(event const&) = delete;
  event& operator=(event const&) = delete;

  /// Lets all who wait go on, and all who come later until reset(). Setting it again does nothing.
  void set() noexcept { done_.complete(); }
  /// Closes it again; those whom set() has released are not held up. True if it was set.
  bool reset() noexcept { return done_.reset(); }
  [[nodiscard]] bool is_set() const noexcept { return done_.done(); }

  /// Throws cancelled_error if it would have to wait in a cancelled scope.
  void wait() {
    if (!done_.done()) (void)sched::wait_done(done_, "event", this);
  }
  /// False on timeout.
  template <class Rep, class Period>
  bool wait_for(std::chrono::duration<Rep, Period> const& time) {
    return wait_until(sched::deadline_after(time));
  }
  template <class Clock, class Duration>
  bool wait_until(std::chrono::time_point<Clock, Duration> const& time) {
    if (done_.done()) return true;
    sched::deadline const until = sched::to_deadline(time);
    return sched::wait_done(done_, "event", this, &until);
  }

  /// For coroutines, which register themselves.
  [[nodiscard]] sched::completion& when_set() noexcept { return done_; }

 private:
  sched::completion done_;
};

}  // namespace skua
