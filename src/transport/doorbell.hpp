// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place sleeps here until another place has sent it something. Lies in memory that processes may
// share.
//
//   DOORBELL-1  A sleeper arms the bell, then checks for messages once more. A sender publishes,
//     then reads whether the bell is armed. Both put a full fence between the two (store
//     buffering), so at least one of them sees the other (edge BELL).
//   DOORBELL-2  The sender that disarms the bell rings, so a burst of messages costs one system
//     call. If that sender dies before it rings, it is reported as a lost place, and that report
//     rings an unarmed bell as well.
//   DOORBELL-3  The sleeper reads the bell's count before it arms the bell. A ring between its last
//     check and the futex therefore ends the sleep.
//   DOORBELL-4  While wake-ups are suppressed, the bell may stay unarmed although a thread sleeps;
//     that sleeper does not check for messages either. The thread that ends the suppression arms
//     the bell. Either the sleeper sees that the suppression is over, or that thread sees the
//     sleeper (edge SUPPRESS, store buffering again). That thread checks for messages itself
//     afterwards.
//   DOORBELL-5  A worker may sleep here beside the sleeper. A ring then wakes the worker and not
//     the sleeper, so a message and its task cost one wake-up. A worker that wakes for another
//     reason finds the bell armed, or must check for messages: a sender may have disarmed the bell
//     to ring for it.
//
// Threads: one sleeper and one worker at a time. Any thread may call ring and alarm. Threads of the
// place call call, call_worker and suppress_wakeups; one at a time calls suppress_wakeups.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

#include "system/futex.hpp"
#include "transport/false_sharing.hpp"

namespace skua::transport {

class alignas(line_pair) doorbell {
 public:
  /// Called after publishing a message: wakes the place if it sleeps.
  void ring() noexcept {
    if (!base::mutated("doorbell.ring")) base::full_fence();
    if ((state_.load(std::memory_order_relaxed) & armed) == 0) return;  // sync: BELL <-> sleep
    // relaxed: only selects which sender rings
    std::uint32_t const before = state_.fetch_and(~armed, std::memory_order_relaxed);
    if ((before & armed) == 0) return;
    (before & worker_sleeps) != 0 ? call_worker() : alarm();
  }

  /// Wakes the place unconditionally.
  void alarm() noexcept {
    count_.fetch_add(base::mutated("doorbell.count") ? 0 : 1, std::memory_order_release);  // sync: RANG -> sleep
    system::shared_futex_wake(count_, 1);
  }

  /// Wakes the place if it sleeps, even while wake-ups are suppressed. The reason of the call is
  /// what `urgent()` of sleep reports.
  void call() noexcept {
    if (!base::mutated("doorbell.call")) base::full_fence();
    if (asleep_.load(std::memory_order_relaxed) != 0) alarm();  // sync: CALL <-> sleep
  }

  /// Wakes the worker that sleeps here, or is about to.
  void call_worker() noexcept {
    worker_count_.fetch_add(1, std::memory_order_release);  // sync: RANG -> sleep
    system::shared_futex_wake(worker_count_, 1);
  }

  /// While on, ring need not wake the place. After turning it off, the caller checks for messages.
  void suppress_wakeups(bool on) noexcept {
    suppressed_.store(on ? 1 : 0, std::memory_order_relaxed);  // sync: SUPPRESS <-> sleep
    if (on) {
      // Not written if it is clear already: the senders have a copy of this cache line.
      if ((state_.load(std::memory_order_relaxed) & armed) != 0)  // relaxed: only saves system calls
        state_.fetch_and(~armed, std::memory_order_relaxed);      // relaxed: only saves system calls
      return;
    }
    if (!base::mutated("doorbell.suppress")) base::full_fence();
    if (asleep_.load(std::memory_order_relaxed) == 0) return;  // sync: SUPPRESS <-> sleep
    state_.fetch_or(armed, std::memory_order_relaxed);         // sync: BELL <-> ring
    if (!base::mutated("doorbell.resume")) base::full_fence();
  }

  bool wakeups_suppressed() const noexcept {
    // sync: SUPPRESS <-> suppress_wakeups
    return suppressed_.load(std::memory_order_relaxed) != 0;
  }

  /// Sleeps until a ring or `deadline_ns` (0: no limit). Returns at once if `urgent()`, or if
  /// `has_messages()` while wake-ups are not suppressed.
  template <class Urgent, class HasMessages>
  void sleep(std::uint64_t deadline_ns, Urgent urgent, HasMessages has_messages) noexcept {
    std::uint32_t const count = count_.load(std::memory_order_acquire);  // sync: RANG <- alarm
    asleep_.store(1, std::memory_order_relaxed);  // sync: SUPPRESS <-> suppress_wakeups; CALL <-> call
    if (!base::mutated("doorbell.asleep")) base::full_fence();
    bool stay = !urgent();
    if (stay && !wakeups_suppressed()) {
      state_.fetch_or(armed, std::memory_order_relaxed);  // sync: BELL <-> ring
      if (!base::mutated("doorbell.sleep")) base::full_fence();
      stay = !has_messages();
    }
    if (stay) system::shared_futex_wait(count_, count, deadline_ns);
    asleep_.store(0, std::memory_order_relaxed);          // relaxed: a caller that still sees 1 rings once too often
    state_.fetch_and(~armed, std::memory_order_relaxed);  // relaxed: a sender that still sees it rings once too often
  }

  /// A worker sleeps until a ring, call_worker or `deadline_ns` (0: no limit). Returns at once
  /// unless `must_sleep()`, which a caller of call_worker has made false before. Returns whether
  /// messages may have arrived that no other thread will look for.
  template <class MustSleep>
  bool sleep_as_worker(std::uint64_t deadline_ns, MustSleep must_sleep) noexcept {
    std::uint32_t const count = worker_count_.load(std::memory_order_acquire);  // sync: RANG <- call_worker
    state_.fetch_or(worker_sleeps, std::memory_order_relaxed);                  // relaxed: says only which one to wake
    if (must_sleep()) system::shared_futex_wait(worker_count_, count, deadline_ns);
    std::uint32_t const before = state_.fetch_and(~worker_sleeps, std::memory_order_relaxed);  // sync: BELL <-> ring
    if (!base::mutated("doorbell.worker_fence")) base::full_fence();
    return (before & armed) == 0 && !base::mutated("doorbell.worker_looks");
  }

 private:
  static constexpr std::uint32_t armed = 1;          // the next ring wakes the sleeper
  static constexpr std::uint32_t worker_sleeps = 2;  // and if this is set, the worker instead

  base::atomic<std::uint32_t> count_{0};
  base::atomic<std::uint32_t> state_{0};
  base::atomic<std::uint32_t> worker_count_{0};
  alignas(line_pair / 2) base::atomic<std::uint32_t> asleep_{0};  // only threads of the place use these two
  base::atomic<std::uint32_t> suppressed_{0};
};

}  // namespace skua::transport
