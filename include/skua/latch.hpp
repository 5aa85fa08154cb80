// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// latch: a counter that opens once, when it reaches zero. Interface of <latch>.
//
// Edge COUNT: writes before a count_down are visible to every waiter that sees the latch open; the
// last count_down passes them on.
#pragma once

#include <cstddef>
#include <limits>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/suspend.hpp>

namespace skua {

/// A count_down is one read-modify-write. A caller that has returned from wait() may destroy the
/// latch.
class latch {
 public:
  /// The largest count of a latch.
  [[nodiscard]] static constexpr std::ptrdiff_t(max)() noexcept { return (std::numeric_limits<std::ptrdiff_t>::max)(); }

  /// expected >= 0: the number of count_downs that opens it.
  constexpr explicit latch(std::ptrdiff_t expected) : count_(expected), open_(expected == 0) {
    (base::check)(expected >= 0, "latch: the expected count must not be negative");
  }
  latch(latch const&) = delete;
  latch& operator=(latch const&) = delete;

  /// Subtracts n >= 0, at most the remaining count.
  void count_down(std::ptrdiff_t n = 1) noexcept {
    (base::check)(n >= 0, "latch::count_down: n must not be negative");
    if (n == 0) return;
    std::ptrdiff_t const remaining =
        count_.fetch_sub(n, std::memory_order_acq_rel) - n;  // sync: COUNT -> count_down; COUNT <- count_down
    if (remaining == 0) {
      open_.complete();
    } else {
      (base::check)(remaining > 0, "latch::count_down: more than the latch expects");
    }
  }
  /// Whether the count is zero, so that wait() would return at once.
  [[nodiscard]] bool try_wait() const noexcept { return open_.done() || sched::note_failed_poll(); }
  /// Waits until the count is zero. Throws cancelled_error if it would have to wait in a cancelled
  /// scope.
  void wait() const {
    if (!open_.done()) (void)sched::wait_done(open_, "latch", this);
  }
  /// Counts down and then waits; the count stays down even if the wait throws cancelled_error.
  void arrive_and_wait(std::ptrdiff_t n = 1) {
    count_down(n);
    wait();
  }

 private:
  base::atomic<std::ptrdiff_t> count_;
  mutable sched::completion open_;
};

}  // namespace skua
