// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of sleeping threads; a producer of work wakes at most one of them (an event count).
//
// Invariants
//   EVENT-COUNT-1  sleepers_ is the length of the idle list; both change under the lock.
//   EVENT-COUNT-2  A sleeper leaves the list once: a waker takes it off (and then clears its parked
//     word and wakes it), or it withdraws itself. Because the waker takes it off, a burst of
//     publications costs one system call.
//   EVENT-COUNT-3  No wake-up is lost: a producer publishes, fences, reads sleepers_; a sleeper
//     enlists, and fences and searches once more, unless another worker will (searchers.hpp).
// Edges: SLEEPERS (the store-buffering pair of EVENT-COUNT-3: light_fence at the producer,
// heavy_fence at the sleeper, or two full fences), PARKED (the waker's earlier writes are visible
// to the woken thread).
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

namespace skua::sched {

struct worker;

/// A thread's entry in the idle list; type-stable for the life of the runtime.
struct sleeper {
  base::atomic<std::uint32_t> parked{0};
  sleeper* next = nullptr;
  bool listed = false;
  worker* owner = nullptr;  // null: a test's
};

class event_count {
 public:
  explicit event_count(bool asymmetric) noexcept : asymmetric_(asymmetric) {}

  /// Producer, after publishing: takes one sleeper off the list, calls before_wake(), and clears
  /// the sleeper's parked word; from then on it may run. The caller must wake it by a system call.
  /// nullptr: at most `reserve` threads sleep.
  template <class F>
  sleeper* take_one(std::int32_t reserve, F&& before_wake) noexcept {
    if (!base::mutated("gate.producer")) {
      if (asymmetric_) {
        base::light_fence();
      } else {
        base::full_fence();
      }
    }
    if (base::mutated("gate.reserve") && reserve > 0) ++reserve;
    if (sleepers_.load(std::memory_order_relaxed) <= reserve) return nullptr;  // sync: SLEEPERS <-> enlist
    return pop(before_wake);
  }

  /// The number of sleepers, as a hint.
  int sleepers() const noexcept { return sleepers_.load(std::memory_order_relaxed); }  // relaxed: a hint

  /// The number of enlist calls so far. If it is unchanged, and all threads slept before and after,
  /// then no thread was awake in between.
  // sync: ENLIST <- enlist
  std::uint32_t enlistments() const noexcept { return enlistments_.load(std::memory_order_acquire); }

  /// Sleeper: from now on a producer may wake it. Fence (fence_sleeper) and search once more after
  /// this, then sleep or withdraw.
  void enlist(sleeper& caller) noexcept {
    caller.parked.store(1, std::memory_order_relaxed);  // relaxed: published by the lock
    lock_.lock();
    caller.next = idle_;
    caller.listed = true;
    idle_ = &caller;
    sleepers_.fetch_add(1, std::memory_order_relaxed);     // sync: SLEEPERS <-> take_one
    enlistments_.fetch_add(1, std::memory_order_release);  // sync: ENLIST -> enlistments
    lock_.unlock();
  }

  /// Sleeper, after enlist: the fence of EVENT-COUNT-3.
  void fence_sleeper() const noexcept {
    if (base::mutated("gate.sleeper")) return;
    if (asymmetric_) {
      base::heavy_fence();
    } else {
      base::full_fence();
    }
  }

  /// Called by a sleeper that will not sleep. Returns true if it has left the list, and false if a
  /// waker has taken it off; then the caller must wait until still_parked is false (the waker's
  /// store must not hit the next sleep), then wake another sleeper, which would otherwise sleep
  /// although there is work.
  bool withdraw(sleeper& caller) noexcept {
    lock_.lock();
    bool const listed = caller.listed;
    if (listed) {
      sleeper** link = &idle_;
      while (*link != &caller) link = &(*link)->next;
      *link = caller.next;
      caller.listed = false;
      caller.parked.store(0, std::memory_order_relaxed);  // relaxed: the caller's own
      sleepers_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
    }
    lock_.unlock();
    return listed;
  }

  /// Sleeper: whether no waker has woken it yet.
  static bool still_parked(sleeper const& caller) noexcept {
    return caller.parked.load(std::memory_order_acquire) !=
           0;  // sync: PARKED <- pop; SPARE <- wake_spare, stop_threads
  }

 private:
  template <class F>
  sleeper* pop(F&& before_wake) noexcept {
    lock_.lock();
    sleeper* s = idle_;
    if (s != nullptr) {
      idle_ = s->next;
      s->listed = false;
      sleepers_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: under the lock
    }
    lock_.unlock();
    if (s == nullptr) return nullptr;
    before_wake();
    // sync: PARKED -> still_parked
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
