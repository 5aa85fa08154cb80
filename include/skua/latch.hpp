// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// latch: a counter that opens once when it has come down to zero. Interface of <latch>.
//
// Edge COUNT: what was done before a count_down reaches those who see the latch open, through the
// last count_down.
#pragma once

#include <cstddef>
#include <limits>

#include <skua/base/check.hpp>
#include <skua/sched/suspend.hpp>

namespace skua {

/// A count_down is one read-modify-write. The latch may be destroyed as soon as a wait() has
/// returned.
class latch {
 public:
  [[nodiscard]] static constexpr std::ptrdiff_t max() noexcept { return std::numeric_limits<std::ptrdiff_t>::max(); }

  explicit latch(std::ptrdiff_t expected) : count_(expected) {
    base::check(expected >= 0, "latch: the expected count must not be negative");
    if (expected == 0) open_.complete_unshared();
  }
  latch(latch const&) = delete;
  latch& operator=(latch const&) = delete;

  void count_down(std::ptrdiff_t n = 1) noexcept {
    base::check(n >= 0, "latch::count_down: n must not be negative");
    if (n == 0) return;
    std::ptrdiff_t const left =
        count_.fetch_sub(n, std::memory_order_acq_rel) - n;  // sync: COUNT -> count_down; COUNT <- count_down
    if (left == 0) {
      open_.complete();
    } else {
      base::check(left > 0, "latch::count_down: more than the latch expects");
    }
  }
  [[nodiscard]] bool try_wait() const noexcept { return open_.done(); }
  /// Throws cancelled_error if it would have to wait in a cancelled scope.
  void wait() {
    if (!open_.done()) (void)sched::wait_done(open_, "latch", this);
  }
  /// Counts down also if the wait then throws cancelled_error.
  void arrive_and_wait(std::ptrdiff_t n = 1) {
    count_down(n);
    wait();
  }

 private:
  base::atomic<std::ptrdiff_t> count_;
  sched::completion open_;
};

}  // namespace skua
