// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The split deque of a fibre: its ends, the rules for moving them, and the hand-over of slots from
// the owner to thieves.
//
// The owner pushes and pops at `head` with plain loads and stores while it stays above `split`.
// Thieves take slots from `tail` up to `pub` under the lock. The owner's path has no fence and no
// read-modify-write. Source: Lace's split deque (van Dijk & van de Pol 2014); new here: one deque
// per fibre, bulk steals, and asymmetric exposure (force).
//
// Invariants
//   DEQUE-1  bottom <= tail <= pub <= head, and pub <= split. Two exceptions: while force holds the
//     lock, and between an owner's lower_head that returned false and its reclaim. In ordinary mode
//     split == pub; in slow mode (every pop must enter the slow path) split == cap.
//   DEQUE-2  Any thread may take slots in [tail, pub) under the lock; only the owner takes slots at
//     or above pub.
//   DEQUE-3  tail, pub and split change only under the lock. The owner moves head, and below split
//     then calls reclaim, under the lock; a thief moves a suspended fibre's head under the lock.
// Threads: the owner calls set_top, lower_head, expose_half, reclaim, publish_all, reset_empty; any
// thread calls begin_steal, request, force.
// Edges
//   PUSH    the release of head, or the lock, makes the slot contents visible to a thief.
//   LOCK    the spinlock.
//   EXPOSE  store-buffering pair: the owner lowers head, light_fence, reads split; force raises
//           split, heavy_fence, reads head.
//   HUNGER  a steal request that arrives while the owner answers another one is not lost: limit is
//           restored before `steal_requested` is cleared.
//   WISH    store-buffering pair: a push raises head, light_fence, reads limit; a worker that
//           is about to sleep clears limit, heavy_fence (in fence_requests), reads head (in force).
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/sched/slot.hpp>

namespace skua::sched {

struct deque_ends {
  // ---- owner's line ----
  alignas(64) base::atomic<slot*> head{nullptr};  // first free slot
  base::atomic<slot*> limit{nullptr};             // cap; nullptr: the owner must enter its slow path (poll request)
  base::atomic<slot*> split{nullptr};             // first private slot
  slot* bottom = nullptr;
  slot* cap = nullptr;
  base::atomic<std::uint32_t> check_before_run{
      0};             // the owner must check before the next task starts (scope_frame.hpp)
  bool slow = false;  // every push and pop enters the slow path (counted scopes, per-task timing, simulation)
  // ---- thieves' line ----
  alignas(64) base::spinlock lock;
  base::atomic<std::uint32_t> steal_requested{0};  // a thief has requested tasks, and the owner has not answered
  base::atomic<slot*> tail{nullptr};               // first slot not stolen
  base::atomic<slot*> pub{nullptr};                // end of the public part

  slot* top() const noexcept {
    return head.load(std::memory_order_relaxed);  // relaxed: own variable
  }
  void set_top(slot* h) noexcept {
    // sync: PUSH -> force
    head.store(h, base::mutated("deque.push") ? std::memory_order_relaxed : std::memory_order_release);
  }
  bool poll_requested() const noexcept {
    return limit.load(std::memory_order_relaxed) == nullptr;  // relaxed: a hint, the slow path decides
  }
  /// Owner, after a push: whether it must enter its slow path.
  bool reached_limit(slot* h) const noexcept {
    if (!base::mutated("deque.reached_limit")) base::light_fence();
    return h >= limit.load(std::memory_order_relaxed);  // sync: WISH <-> request_poll, request
  }
  /// Any thread: makes the owner enter its slow path at its next push or poll.
  void request_poll() noexcept {
    limit.store(nullptr, std::memory_order_relaxed);  // sync: WISH <-> reached_limit
  }

  /// Owner: lowers head to h == head - 1. True: the slot h is private, and the owner has it. False:
  /// the owner must call reclaim.
  bool lower_head(slot* h) noexcept {
    head.store(h, std::memory_order_relaxed);  // sync: EXPOSE <-> force
    if (!base::mutated("deque.lower_head")) base::light_fence();
    return h >= split.load(std::memory_order_relaxed);  // sync: EXPOSE <-> force
  }

  /// Owner: moves every end to `base`. Requires the lock, or a deque that no other thread can see.
  void reset_empty(slot* base) noexcept {
    head.store(base, std::memory_order_relaxed);  // relaxed: under the lock
    tail.store(base, std::memory_order_relaxed);  // relaxed: under the lock
    set_public(base);
  }

  /// Owner: makes half of the private slots public; true if there were any. limit is restored
  /// before `steal_requested` is cleared, so that a request that arrives in between is not
  /// overwritten.
  bool expose_half() noexcept {
    lock.lock();
    slot* h = top();
    slot* p = pub.load(std::memory_order_relaxed);  // relaxed: under the lock
    bool const any = h > p;
    if (any) set_public(p + (h - p + 1) / 2);
    if (base::mutated("deque.hunger")) steal_requested.store(0, std::memory_order_relaxed);  // relaxed: planted fault
    limit.store(slow ? nullptr : cap, std::memory_order_relaxed);                            // sync: HUNGER <-> request
    if (!base::mutated("deque.hunger")) steal_requested.store(0, std::memory_order_release);  // sync: HUNGER -> request
    lock.unlock();
    return any;
  }

  /// Owner, after lower_head(h) returned false. True: slot h was not stolen and is now private.
  /// False: all slots were stolen; all ends are at `base`, and the next push is published at once.
  bool reclaim(slot* base) noexcept {
    lock.lock();
    slot* h = top();
    slot* t = tail.load(std::memory_order_relaxed);  // relaxed: under the lock
    if (t <= h) {
      slot* p = pub.load(std::memory_order_relaxed);  // relaxed: under the lock
      slot* half = t + (p > t ? (p - t) / 2 : 0);
      set_public(half < h ? half : h);
      lock.unlock();
      return true;
    }
    reset_empty(base);
    steal_requested.store(1, std::memory_order_relaxed);  // relaxed: under the lock; the owner requests publication
    lock.unlock();
    request_poll();
    return false;
  }

  /// Owner, before it suspends: makes all slots public. True if there are any.
  bool publish_all() noexcept {
    lock.lock();
    slot* h = top();
    set_public(h);
    bool const any = tail.load(std::memory_order_relaxed) < h;  // relaxed: under the lock
    lock.unlock();
    return any;
  }

  /// Any thread: whether a steal can succeed, as a hint. Reads one cache line.
  bool has_public() const noexcept {
    return tail.load(std::memory_order_relaxed) <  // relaxed: a hint, the lock decides
           pub.load(std::memory_order_relaxed);    // relaxed: a hint, the lock decides
  }

  /// Thief: requests that the owner publishes tasks. Writes the owner's line once per request. It
  /// is an exchange, so that limit == nullptr cannot become visible before steal_requested == 1;
  /// otherwise `steal_requested` could stay set with limit restored for ever (found by the
  /// explorer).
  void request() noexcept {
    if (base::mutated("deque.request")) {
      steal_requested.store(1, std::memory_order_relaxed);  // relaxed: planted fault
      limit.store(nullptr, std::memory_order_relaxed);      // relaxed: planted fault
      return;
    }
    if (steal_requested.load(std::memory_order_relaxed) == 0 &&         // relaxed: a hint, the exchange decides
        steal_requested.exchange(1, std::memory_order_acquire) == 0) {  // sync: HUNGER <- expose_half
      limit.store(nullptr, std::memory_order_relaxed);  // sync: HUNGER <-> expose_half; WISH <-> reached_limit
    }
  }

  /// Thief: takes the lock and returns n, half of the public slots (rounded up) but at most
  /// `max_slots`. 0: there are none, or the lock is taken; the lock is not held. n > 0: the lock is
  /// held; the thief copies [first, first + n), counts the tasks, and calls end_steal(first + n).
  std::size_t begin_steal(std::size_t max_slots, slot*& first) noexcept {
    if (!lock.try_lock()) return 0;
    slot* t = tail.load(std::memory_order_relaxed);  // relaxed: under the lock
    slot* p = pub.load(std::memory_order_relaxed);   // relaxed: under the lock
    if (t >= p) {
      lock.unlock();
      request();
      return 0;
    }
    auto n = static_cast<std::size_t>(p - t + 1) / 2;
    first = t;
    return n < max_slots ? n : max_slots;
  }
  void end_steal(slot* new_tail) noexcept {
    tail.store(new_tail, std::memory_order_relaxed);  // relaxed: under the lock
    lock.unlock();
  }

  /// Thief, between its requests (request, request_poll) and its last force: after this, force
  /// sees every push whose owner did not see the request. Without it a task can stay in an owner's
  /// private part while all other workers sleep.
  static void fence_requests() noexcept {
    if (!base::mutated("deque.fence_requests")) base::heavy_fence();
  }

  /// Result of force: no task, tasks that were public already, or tasks that force made public.
  enum class forced { nothing, was_public, exposed };

  /// Thief: makes half of the private tasks of an owner public by raising its split, because the
  /// owner has not polled for a while (it computes without calling the runtime). Needs asymmetric
  /// fences. The result depends only on the tasks: force waits for the lock, and each holder
  /// releases it after a bounded section. A worker before its sleep need not search again because
  /// another one is searching.
  forced force() noexcept {
    if (base::mutated("deque.force_tries")) {
      if (!lock.try_lock()) return forced::was_public;  // planted fault: reports a busy lock as tasks
    } else {
      lock.lock();
    }
    forced const result = force_locked();
    lock.unlock();
    return result;
  }
  /// The same for a thief that retries: returns `nothing` also while another thread holds the lock.
  forced try_force() noexcept {
    if (!lock.try_lock()) return forced::nothing;
    forced const result = force_locked();
    lock.unlock();
    return result;
  }

  /// Moves the public boundary. Requires the lock, or a deque that no other thread can see.
  void set_public(slot* p) noexcept {
    pub.store(p, std::memory_order_relaxed);                 // relaxed: under the lock
    split.store(slow ? cap : p, std::memory_order_relaxed);  // relaxed: under the lock
  }

 private:
  /// Requires the lock. After the fence, the owner's next pop below the raised split waits for the
  /// lock in reclaim. If the owner has already popped below it, half of the remaining slots can
  /// therefore be made public without a second fence.
  forced force_locked() noexcept {
    slot* t = tail.load(std::memory_order_relaxed);  // relaxed: under the lock
    slot* p = pub.load(std::memory_order_relaxed);   // relaxed: under the lock
    slot* h = head.load(std::memory_order_acquire);  // sync: PUSH <- set_top
    if (t < p) return forced::was_public;
    if (h <= t || h > cap) return forced::nothing;
    slot* new_pub = t + (h - t + 1) / 2;
    if (!slow) split.store(new_pub, std::memory_order_relaxed);  // sync: EXPOSE <-> lower_head
    if (!base::mutated("deque.force")) base::heavy_fence();
    h = head.load(std::memory_order_acquire);  // sync: PUSH <- set_top
    if (h < new_pub) new_pub = h > t && !base::mutated("deque.force_gives_up") ? t + (h - t + 1) / 2 : t;
    set_public(new_pub);
    return new_pub > t ? forced::exposed : forced::nothing;
  }
};

}  // namespace skua::sched
