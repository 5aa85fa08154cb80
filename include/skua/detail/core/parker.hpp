// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A parker represents a waiter: a fibre, an external thread, a coroutine, or a task not yet
// started. Its claim word decides the race between the event, a timeout and cancellation. Exactly
// one of them wins and resumes the waiter.
//
// States of the claim word. "Waker": the thread of an event or a timeout.
//   running    no thread may claim
//   enrolling  saved, being registered: a waker spins the few instructions until `waiting`
//   waiting    a waker claims by compare-exchange; a canceller first changes it to `inspected`
//   inspected  a canceller reads the waiter's scope (which cannot end until then); a waker that
//              comes now changes the state to noted_*
//   noted_*    the waker has won, but the canceller still reads the waiter
//   settled_*  the canceller has finished; the waker resumes the waiter in deliver()
//   freed_*    the waker has finished first; the canceller resumes the waiter
//   5, 6, 7    claimed, as wake_reason: the winner resumes the waiter, which reads the reason
//
// The woken waiter may destroy the object that it waited on, so it runs only when both threads have
// finished. The winner calls deliver() after its last access; of waker and canceller the later one
// resumes. Parkers are type-stable: a canceller may read the word of any parker at any time.
//
// Invariants
//   CLAIM-1  Exactly one of event, timeout and cancellation claims a wait. The waiter is resumed
//     once, after waker and canceller have made their last access to it.
// Edge CLAIM: the winner's writes are visible to the woken waiter (through the resumption), and a
// canceller reads the waiter after its registration.
#pragma once

#include <cstdint>

#include <skua/detail/base/spinlock.hpp>

namespace skua::sched {

enum class wake_reason : std::uint32_t { event = 5, timeout = 6, cancelled = 7 };

struct parker {
  enum word : std::uint32_t {
    running = 0,
    waiting = 1,
    inspected = 2,
    noted_event = 3,
    noted_timeout = 4,
    // 5, 6, 7: claimed, as wake_reason
    enrolling = 8,
    settled_event = 9,
    settled_timeout = 10,
    freed_event = 11,
    freed_timeout = 12
  };
  using resume_fn = void (*)(parker*) noexcept;

  base::atomic<std::uint32_t> claim_word{running};
  resume_fn resume = nullptr;       // called once, in deliver or by the canceller
  std::uintptr_t scope = 0;         // scope word under which it waits, valid while waiting
  char const* waits_for = nullptr;  // kind of operation, for the deadlock report
  void const* object = nullptr;
  bool firm = false;  // cancellation does not end this wait

  /// Waiter, before its registration.
  // relaxed: published by the registration
  void begin() noexcept { claim_word.store(enrolling, std::memory_order_relaxed); }

  /// On behalf of the waiter, when it is registered and completely saved. From now on it can be
  /// claimed, and the caller may access only type-stable memory of it.
  void open() noexcept {
    // sync: CLAIM -> try_win
    claim_word.store(waiting, base::mutated("parker.open") ? std::memory_order_relaxed : std::memory_order_release);
  }

  /// Called by a waker. Returns true if the wait has ended with this reason; then the caller must
  /// call deliver(reason) after its last access to anything that the waiter may destroy.
  [[nodiscard]] bool try_win(wake_reason reason) noexcept {
    std::uint32_t expected = waiting;
    for (base::spin_pause pause;;) {
      std::uint32_t const claim = expected == waiting
                                      ? static_cast<std::uint32_t>(reason)
                                      : std::uint32_t{reason == wake_reason::event ? noted_event : noted_timeout};
      // sync: CLAIM <- open
      if (claim_word.compare_exchange_strong(expected, claim, std::memory_order_acq_rel, std::memory_order_relaxed))
        return true;
      if (expected == enrolling) {
        pause();
        expected = waiting;
      } else if (expected != waiting && expected != inspected) {
        return false;
      }
    }
  }

  /// Winner: resumes the waiter, or leaves that to a canceller that still reads it.
  void deliver(wake_reason reason) noexcept {
    auto const claimed = static_cast<std::uint32_t>(reason);
    // relaxed: the caller's own claim, or the canceller's answer to it
    if (!base::mutated("parker.deliver") && claim_word.load(std::memory_order_relaxed) != claimed) {
      std::uint32_t noted = reason == wake_reason::event ? noted_event : noted_timeout;
      std::uint32_t const freed = reason == wake_reason::event ? freed_event : freed_timeout;
      // sync: CLAIM -> settle
      if (claim_word.compare_exchange_strong(noted, freed, std::memory_order_acq_rel, std::memory_order_acquire))
        return;
      claim_word.store(claimed, std::memory_order_release);  // sync: CLAIM -> close
    }
    resume(this);
  }

  /// Called by a canceller: holds the waiter in its wait, to read its scope. If it returns true,
  /// settle must follow.
  [[nodiscard]] bool inspect() noexcept {
    std::uint32_t expected = waiting;
    // sync: CLAIM <- open
    return claim_word.compare_exchange_strong(expected, inspected, std::memory_order_acq_rel,
                                              std::memory_order_relaxed);
  }

  /// Called by a canceller, after inspect: cancels the wait or lets it continue. Returns true if
  /// the caller must resume the waiter.
  [[nodiscard]] bool settle(bool cancel) noexcept {
    std::uint32_t current = inspected;
    std::uint32_t const decision = cancel ? static_cast<std::uint32_t>(wake_reason::cancelled) : std::uint32_t{waiting};
    // sync: CLAIM <- deliver
    if (claim_word.compare_exchange_strong(current, decision, std::memory_order_acq_rel, std::memory_order_acquire))
      return cancel;
    bool const event = current == noted_event || current == freed_event;
    std::uint32_t noted = event ? noted_event : noted_timeout;
    std::uint32_t const settled = event ? settled_event : settled_timeout;
    // sync: CLAIM <- deliver
    if (!base::mutated("parker.settle") &&
        claim_word.compare_exchange_strong(noted, settled, std::memory_order_acq_rel, std::memory_order_acquire))
      return false;
    // sync: CLAIM -> close
    claim_word.store(static_cast<std::uint32_t>(event ? wake_reason::event : wake_reason::timeout),
                     std::memory_order_release);
    return true;
  }

  /// Woken waiter: returns the reason; afterwards no thread may claim.
  wake_reason close() noexcept {
    // sync: CLAIM <- settle, deliver
    auto const reason = static_cast<wake_reason>(claim_word.load(std::memory_order_acquire));
    claim_word.store(running, std::memory_order_relaxed);  // relaxed: only the waiter uses it now
    return reason;
  }
};

}  // namespace skua::sched
