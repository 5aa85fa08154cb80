// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who sleeps, and how work wakes exactly one of them.
//
// Invariants: G1 sleepers_ is the length of the idle list; both change under the lock. G2 a sleeper
// leaves the list once: taken by a waker (who then clears its parked word and wakes it) or
// withdrawn by itself. G3 no lost wake-up: a producer publishes, fences, reads sleepers_; a sleeper
// enlists, fences, searches once more, and only then sleeps. The waker takes the sleeper off the
// list (trap 6): a burst of publications costs one system call. Edges: GATE (the store-buffering
// pair of G3: light_fence at the producer, heavy_fence at the sleeper, or two full fences), PARKED
// (what the waker did before reaches the woken).
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>

namespace skua::sched {

/// A thread's place in the idle list; type-stable for the life of the runtime.
struct sleeper {
  base::atomic<std::uint32_t> parked{0};
  sleeper* next = nullptr;
  bool listed = false;
};

class sleep_gate {
 public:
  explicit sleep_gate(bool asymmetric) noexcept : asymmetric_(asymmetric) {}

  /// Producer, after publishing: a sleeper to wake by system call (its parked word is cleared), or
  /// nullptr.
  sleeper* take_one() noexcept {
    if (!base::mutated("gate.producer")) {
      if (asymmetric_) {
        base::light_fence();
      } else {
        base::full_fence();
      }
    }
    if (sleepers_.load(std::memory_order_relaxed) == 0) return nullptr;  // sync: GATE <-> enlist
    return pop();
  }

  /// How many sleep; a hint.
  int sleepers() const noexcept { return sleepers_.load(std::memory_order_relaxed); }  // relaxed: a hint

  /// How often somebody enlisted: unchanged, and all asleep before and after, means that nobody was
  /// awake in between.
  // sync: ENLIST <- enlist
  std::uint32_t enlistments() const noexcept { return enlistments_.load(std::memory_order_acquire); }

  /// Sleeper: from now on a producer may wake it. Search once more after this, then sleep or
  /// withdraw.
  void enlist(sleeper& me) noexcept {
    me.parked.store(1, std::memory_order_relaxed);  // relaxed: published by the lock
    lock_.lock();
    me.next = idle_;
    me.listed = true;
    idle_ = &me;
    sleepers_.fetch_add(1, std::memory_order_relaxed);     // sync: GATE <-> take_one
    enlistments_.fetch_add(1, std::memory_order_release);  // sync: ENLIST -> enlistments
    lock_.unlock();
    if (!base::mutated("gate.sleeper")) {
      if (asymmetric_) {
        base::heavy_fence();
      } else {
        base::full_fence();
      }
    }
  }

  /// Sleeper that found work itself: true if nobody had taken it. False: a waker has; wait until
  /// still_parked is false (the waker's store must not hit the next sleep), then pass the wake-up
  /// on, or another sleeps beside work.
  bool withdraw(sleeper& me) noexcept {
    lock_.lock();
    bool const listed = me.listed;
    if (listed) {
      sleeper** link = &idle_;
      while (*link != &me) link = &(*link)->next;
      *link = me.next;
      me.listed = false;
      sleepers_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
    }
    lock_.unlock();
    return listed;
  }

  /// Sleeper: whether it still has to sleep.
  static bool still_parked(sleeper const& me) noexcept {
    return me.parked.load(std::memory_order_acquire) != 0;  // sync: PARKED <- pop; SPARE <- wake_spare, stop_threads
  }

 private:
  sleeper* pop() noexcept {
    lock_.lock();
    sleeper* s = idle_;
    if (s != nullptr) {
      idle_ = s->next;
      s->listed = false;
      sleepers_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
    }
    lock_.unlock();
    // sync: PARKED -> still_parked
    if (s != nullptr)
      s->parked.store(0, base::mutated("gate.parked") ? std::memory_order_relaxed : std::memory_order_release);
    return s;
  }

  base::atomic<std::int32_t> sleepers_{0};
  base::atomic<std::uint32_t> enlistments_{0};
  base::spinlock lock_;
  sleeper* idle_ = nullptr;
  bool asymmetric_;
};

}  // namespace skua::sched
