// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Something that waits: a fibre, a plain thread, a coroutine, or a task not yet started. Its claim word decides the race
// between the event, a timeout and cancellation: whoever wins resumes it, exactly once.
//
//   running    nobody may claim
//   enrolling  saved, being registered: who wants to claim waits the few instructions until it is waiting
//   waiting    event, timeout: claim by compare-exchange; a canceller first moves it to inspected
//   inspected  a canceller looks at its scope (which cannot end meanwhile); an event leaves its note
//   noted_*    the event or timeout came while inspected: the canceller finishes the claim and resumes
//   by_*       claimed; the winner resumes it, and the woken one sees why
//
// Parkers are type-stable: a canceller may read the word of any parker at any time. Edge CLAIM: what the winner did
// before reaches the woken one (through the resumption) and orders the inspector after the waiter's registration.
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>

namespace skua::sched {

enum class wake_reason : std::uint32_t { event = 5, timeout = 6, cancelled = 7 };

struct parker {
  enum word : std::uint32_t { running = 0, waiting = 1, inspected = 2, noted_event = 3, noted_timeout = 4, enrolling = 8 };
  using resume_fn = void (*)(parker*) noexcept;

  base::atomic<std::uint32_t> claim_word{running};
  resume_fn resume = nullptr;           // called once by the winner
  std::uintptr_t scope = 0;             // scope word under which it waits, valid while waiting
  char const* waits_for = nullptr;      // kind of operation, for the deadlock report
  void const* object = nullptr;
  bool firm = false;                    // cancellation does not end this wait

  /// The waiter, before it is registered anywhere.
  void begin() noexcept { claim_word.store(enrolling, std::memory_order_relaxed); }  // relaxed: published by the registration

  /// Registered and completely saved: from now on it can be claimed, and only its type-stable parts may be touched.
  void open() noexcept { claim_word.store(waiting, std::memory_order_release); }  // sync: CLAIM -> try_win

  /// True if the claim succeeded or was noted: the parker's wait is over because of `why`. `mine` says who resumes.
  [[nodiscard]] bool try_win(wake_reason why, bool& mine) noexcept {
    std::uint32_t seen = waiting;
    for (;;) {
      bool const direct = seen == waiting;
      std::uint32_t const to = direct ? static_cast<std::uint32_t>(why)
                               : why == wake_reason::event ? std::uint32_t{noted_event}
                                                           : std::uint32_t{noted_timeout};
      if (claim_word.compare_exchange_strong(seen, to, std::memory_order_acq_rel, std::memory_order_relaxed)) {  // sync: CLAIM <- open
        mine = direct;
        return true;
      }
      if (seen == enrolling) {
        base::cpu_relax();
        seen = waiting;
      } else if (seen != waiting && seen != inspected) {
        return false;
      }
    }
  }

  /// Canceller: stops the wait for a look; true: settle must follow.
  [[nodiscard]] bool inspect() noexcept {
    std::uint32_t seen = waiting;
    return claim_word.compare_exchange_strong(seen, inspected, std::memory_order_acq_rel, std::memory_order_relaxed);  // sync: CLAIM <- open
  }

  /// Canceller, after a look: cancels or lets it wait on; true: the caller resumes it.
  [[nodiscard]] bool settle(bool cancel) noexcept {
    std::uint32_t seen = inspected;
    std::uint32_t const to = cancel ? static_cast<std::uint32_t>(wake_reason::cancelled) : std::uint32_t{waiting};
    if (claim_word.compare_exchange_strong(seen, to, std::memory_order_acq_rel, std::memory_order_acquire)) return cancel;  // sync: CLAIM <- open
    auto const why = seen == noted_event ? wake_reason::event : wake_reason::timeout;
    claim_word.store(static_cast<std::uint32_t>(why), std::memory_order_release);  // sync: CLAIM -> try_win
    return true;
  }

  /// The woken one: why, and nobody may claim any more.
  wake_reason close() noexcept {
    auto const why = static_cast<wake_reason>(claim_word.load(std::memory_order_acquire));  // sync: CLAIM <- settle, try_win
    claim_word.store(running, std::memory_order_relaxed);                                   // relaxed: its own again
    return why;
  }
};

}  // namespace skua::sched
