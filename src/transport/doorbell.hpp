// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where one place sleeps until another has something for it. Lies in memory that processes may
// share.
//
// D1  A sleeper raises `sleeping`, then looks once more; a sender publishes, then looks at
//     `sleeping`. With a full fence between the two on both sides (store buffering) one of them
//     sees the other (edge BELL).
// D2  Whoever takes `sleeping` down rings: a burst of messages costs one system call. A ringer that
//     dies in between is noticed as a lost place, and that report rings too, whatever `sleeping`
//     says.
// D3  The bell's count is read before `sleeping` goes up, so a ring between the last look and the
//     futex is not slept through.
// D4  While the place is hushed, `sleeping` may stay down although somebody sleeps, who then does
//     not look for messages either. Who ends that raises it: either the sleeper sees that it is
//     over, or that one sees the sleeper (edge HUSH, store buffering again), and looks for messages
//     itself after that.
//
// Threads: one sleeper at a time; ring and alarm from anywhere; call and hush from the place's own
// threads, hush by one at a time.
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>

#include "system/shared_memory.hpp"
#include "transport/lines.hpp"

namespace skua::transport {

class alignas(line_pair) doorbell {
 public:
  /// After publishing something: wakes the place if it sleeps.
  void ring() noexcept {
    if (!base::mutated("doorbell.ring")) base::full_fence();
    if (sleeping_.load(std::memory_order_relaxed) == 0) return;          // sync: BELL <-> sleep
    if (sleeping_.exchange(0, std::memory_order_relaxed) != 0) alarm();  // relaxed: only says who rings
  }

  /// Wakes the place in any case.
  void alarm() noexcept {
    count_.fetch_add(base::mutated("doorbell.count") ? 0 : 1, std::memory_order_release);  // sync: RANG -> sleep
    system::shared_futex_wake(count_, 1);
  }

  /// Wakes the place if it sleeps, hushed or not: what it is called for is `urgent()` to sleep.
  void call() noexcept {
    if (!base::mutated("doorbell.call")) base::full_fence();
    if (asleep_.load(std::memory_order_relaxed) != 0) alarm();  // sync: CALL <-> sleep
  }

  /// While on, ring need not wake the place. After off, the caller looks for messages.
  void hush(bool on) noexcept {
    hushed_.store(on ? 1 : 0, std::memory_order_relaxed);  // sync: HUSH <-> sleep
    if (on) {
      // Not written if it is down already: the senders have a copy of this line.
      if (sleeping_.load(std::memory_order_relaxed) != 0)  // relaxed: only saves system calls
        sleeping_.store(0, std::memory_order_relaxed);     // relaxed: only saves system calls
      return;
    }
    if (!base::mutated("doorbell.hush")) base::full_fence();
    if (asleep_.load(std::memory_order_relaxed) == 0) return;  // sync: HUSH <-> sleep
    sleeping_.store(1, std::memory_order_relaxed);             // sync: BELL <-> ring
    if (!base::mutated("doorbell.unhush")) base::full_fence();
  }

  bool hushed() const noexcept { return hushed_.load(std::memory_order_relaxed) != 0; }  // sync: HUSH <-> hush

  /// Sleeps until rung or until `deadline_ns` (0: no limit), unless `urgent()`, or `something()`
  /// and not hushed.
  template <class Urgent, class Something>
  void sleep(std::uint64_t deadline_ns, Urgent urgent, Something something) noexcept {
    std::uint32_t const count = count_.load(std::memory_order_acquire);  // sync: RANG <- alarm
    asleep_.store(1, std::memory_order_relaxed);                         // sync: HUSH <-> hush; CALL <-> call
    if (!base::mutated("doorbell.asleep")) base::full_fence();
    bool stay = !urgent();
    if (stay && !hushed()) {
      sleeping_.store(1, std::memory_order_relaxed);  // sync: BELL <-> ring
      if (!base::mutated("doorbell.sleep")) base::full_fence();
      stay = !something();
    }
    if (stay) system::shared_futex_wait(count_, count, deadline_ns);
    asleep_.store(0, std::memory_order_relaxed);    // relaxed: a caller that still sees 1 rings once too often
    sleeping_.store(0, std::memory_order_relaxed);  // relaxed: a sender that still sees 1 rings once too often
  }

 private:
  base::atomic<std::uint32_t> count_{0};
  base::atomic<std::uint32_t> sleeping_{0};
  alignas(line_pair / 2) base::atomic<std::uint32_t> asleep_{0};  // these two are the place's own business
  base::atomic<std::uint32_t> hushed_{0};
};

}  // namespace skua::transport
