// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Something that waits: a fibre, a plain thread, a coroutine, or a task not yet started. Its claim
// word decides the race between the event, a timeout and cancellation: whoever wins resumes it,
// exactly once.
//
//   running    nobody may claim
//   enrolling  saved, being registered: who wants to claim waits the few instructions until it is waiting
//   waiting    event, timeout: claim by compare-exchange; a canceller first moves it to inspected
//   inspected  a canceller looks at its scope (which cannot end meanwhile); an event leaves its note
//   noted_*    the event or timeout came while inspected: it has won, but two are at work on the waiter
//   settled_*  the canceller has looked away; the noter resumes when it has done with the waiter's things
//   freed_*    the noter has done with them while the canceller still looked: the canceller resumes
//   by_*       claimed; the winner resumes it, and the woken one sees why
//
// The woken waiter may destroy what it waited on, so it runs only when both are done: whoever wins
// calls deliver() after its last access, and of noter and canceller the later one resumes.
// Parkers are type-stable: a canceller may read the word of any parker at any time. Edge CLAIM:
// what the winner did before reaches the woken one (through the resumption) and orders the
// inspector after the waiter's registration.
#pragma once

#include <cstdint>

#include <skua/base/spinlock.hpp>

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
  resume_fn resume = nullptr;       // called once, by deliver or by the canceller
  std::uintptr_t scope = 0;         // scope word under which it waits, valid while waiting
  char const* waits_for = nullptr;  // kind of operation, for the deadlock report
  void const* object = nullptr;
  bool firm = false;  // cancellation does not end this wait

  /// The waiter, before it is registered anywhere.
  // relaxed: published by the registration
  void begin() noexcept { claim_word.store(enrolling, std::memory_order_relaxed); }

  /// Registered and completely saved: from now on it can be claimed, and only its type-stable parts
  /// may be touched.
  void open() noexcept {
    // sync: CLAIM -> try_win
    claim_word.store(waiting, base::mutated("parker.open") ? std::memory_order_relaxed : std::memory_order_release);
  }

  /// True: the wait is over because of `why`; the caller must call deliver(why) after its last
  /// access to anything that the waiter may destroy.
  [[nodiscard]] bool try_win(wake_reason why) noexcept {
    std::uint32_t seen = waiting;
    for (base::spin_pause pause;;) {
      std::uint32_t const to = seen == waiting ? static_cast<std::uint32_t>(why)
                                               : std::uint32_t{why == wake_reason::event ? noted_event : noted_timeout};
      // sync: CLAIM <- open
      if (claim_word.compare_exchange_strong(seen, to, std::memory_order_acq_rel, std::memory_order_relaxed))
        return true;
      if (seen == enrolling) {
        pause();
        seen = waiting;
      } else if (seen != waiting && seen != inspected) {
        return false;
      }
    }
  }

  /// The winner: lets the waiter go on, or leaves that to a canceller that still looks at it.
  void deliver(wake_reason why) noexcept {
    auto const claimed = static_cast<std::uint32_t>(why);
    // relaxed: our own claim, or the canceller's answer to it
    if (!base::mutated("parker.deliver") && claim_word.load(std::memory_order_relaxed) != claimed) {
      std::uint32_t seen = why == wake_reason::event ? noted_event : noted_timeout;
      std::uint32_t const freed = why == wake_reason::event ? freed_event : freed_timeout;
      // sync: CLAIM -> settle
      if (claim_word.compare_exchange_strong(seen, freed, std::memory_order_acq_rel, std::memory_order_acquire)) return;
      claim_word.store(claimed, std::memory_order_release);  // sync: CLAIM -> close
    }
    resume(this);
  }

  /// Canceller: stops the wait for a look; true: settle must follow.
  [[nodiscard]] bool inspect() noexcept {
    std::uint32_t seen = waiting;
    // sync: CLAIM <- open
    return claim_word.compare_exchange_strong(seen, inspected, std::memory_order_acq_rel, std::memory_order_relaxed);
  }

  /// Canceller, after a look: cancels or lets it wait on; true: the caller resumes it.
  [[nodiscard]] bool settle(bool cancel) noexcept {
    std::uint32_t seen = inspected;
    std::uint32_t const to = cancel ? static_cast<std::uint32_t>(wake_reason::cancelled) : std::uint32_t{waiting};
    // sync: CLAIM <- deliver
    if (claim_word.compare_exchange_strong(seen, to, std::memory_order_acq_rel, std::memory_order_acquire))
      return cancel;
    bool const event = seen == noted_event || seen == freed_event;
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

  /// The woken one: why, and nobody may claim any more.
  wake_reason close() noexcept {
    // sync: CLAIM <- settle, deliver
    auto const why = static_cast<wake_reason>(claim_word.load(std::memory_order_acquire));
    claim_word.store(running, std::memory_order_relaxed);  // relaxed: its own again
    return why;
  }
};

}  // namespace skua::sched
