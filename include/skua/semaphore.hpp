// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// counting_semaphore and binary_semaphore: interface of <semaphore>. Waiters get permits in the
// order of their arrival.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/detail/core/wait_queue.hpp>

namespace skua {
namespace sched {

/// A count of permits with a queue; the count is zero while the queue is not empty.
class permits {
 public:
  /// The largest count; a larger one counts as this one. No program can take so many permits.
  static constexpr std::ptrdiff_t most = (std::numeric_limits<std::ptrdiff_t>::max)() / 8;

  constexpr explicit permits(std::ptrdiff_t count) noexcept : word_(static_cast<word>((std::min)(count, most)) * one) {}

  SKUA_INLINE bool try_take() noexcept {
    word value = word_.peek();
    for (base::spin_pause pause; value >= one || (value & guarded_word::guard) != 0;) {
      if ((value & guarded_word::guard) != 0) {
        pause();
        value = word_.peek();
      } else if (word_.take(value, value - one)) {
        return true;
      }
    }
    return false;
  }
  /// Returns false on timeout; throws cancelled_error.
  bool take_slow(deadline const* until);
  void give(std::ptrdiff_t n, std::ptrdiff_t max_count) noexcept;

 private:
  using word = guarded_word::word;
  static constexpr word queued = 2;
  static constexpr word one = 4;
  struct ticket;
  static bool enrol(void* argument, parker* waiter) noexcept;

  guarded_word word_;
  node_list waiters_;
};

}  // namespace sched

/// A semaphore of at most LeastMaxValue permits. Taking a free permit, or releasing one without
/// waiters, is one compare-exchange. It may be destroyed as soon as the last acquire has returned.
template <std::ptrdiff_t LeastMaxValue = sched::permits::most>
class counting_semaphore {
  static_assert(LeastMaxValue >= 0, "counting_semaphore: the largest number of permits must not be negative");

 public:
  /// The largest number of permits.
  [[nodiscard]] static constexpr std::ptrdiff_t(max)() noexcept { return LeastMaxValue; }

  /// desired: the initial number of permits, 0 to max().
  constexpr explicit counting_semaphore(std::ptrdiff_t desired) noexcept : permits_(desired) {
    if (desired < 0 || desired > LeastMaxValue)
      base::broken_contract("counting_semaphore: the initial number of permits is negative or above max()");
  }
  counting_semaphore(counting_semaphore const&) = delete;
  counting_semaphore& operator=(counting_semaphore const&) = delete;

  /// Releases n permits, first to waiters. n >= 0, and the count must not exceed max().
  void release(std::ptrdiff_t n = 1) noexcept { permits_.give(n, LeastMaxValue); }
  /// Takes a permit, and waits for one if there is none. Throws cancelled_error if it would have to
  /// wait in a cancelled scope.
  void acquire() {
    if (SKUA_UNLIKELY(!permits_.try_take())) (void)permits_.take_slow(nullptr);
  }
  /// Takes a permit and returns true if there is one; otherwise returns false.
  [[nodiscard]] bool try_acquire() noexcept { return permits_.try_take() || sched::note_failed_poll(); }
  /// Returns false if there was no permit in time. Throws cancelled_error like acquire().
  template <class Rep, class Period>
  [[nodiscard]] bool try_acquire_for(std::chrono::duration<Rep, Period> const& time) {
    if (permits_.try_take()) return true;
    sched::deadline const until = sched::deadline_after(time);
    return permits_.take_slow(&until);
  }
  /// Like try_acquire_for, but takes a time point.
  template <class Clock, class Duration>
  [[nodiscard]] bool try_acquire_until(std::chrono::time_point<Clock, Duration> const& time) {
    if (permits_.try_take()) return true;
    return sched::wait_until_time(time, [this](sched::deadline const& until) { return permits_.take_slow(&until); });
  }

 private:
  sched::permits permits_;
};

/// A semaphore with at most one permit.
using binary_semaphore = counting_semaphore<1>;

}  // namespace skua
