// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The deque of the tasks spawned on a fibre: push, pop, steal, and the hand-over of slots from the
// owner to thieves.
//
//   bottom ...... tail ............. pub ............ head ........ cap
//         stolen       public slots       private slots      free
//
// The owner pushes and pops at `head` with plain loads and stores while it stays above `split`.
// Thieves take slots from `tail` up to `pub` under the lock. The owner's path has no fence and no
// read-modify-write. Source: Lace's split deque (van Dijk & van de Pol 2014); new here: one deque
// per fibre, bulk steals, and asymmetric exposure (force).
//
// The owner calls push, pop and pop_if_private on every task; all else is rare. A function whose
// comment begins with "Owner" is for the fibre that owns the deque, or for the worker that has just
// suspended it; "Thief" and "Any thread" need no ownership.
//
// Invariants
//   DEQUE-1  bottom <= tail <= pub <= head, and lowest == pub. Two exceptions: while force holds
//     the lock, and between a pop that found its slot below `lowest` and its reclaim. split is pub,
//     or cap, so that a pop enters its slow path: in the slow modes, and after a steal request.
//   DEQUE-2  Any thread may take slots in [tail, pub) under the lock; only the owner takes slots at
//     or above pub.
//   DEQUE-3  tail, pub and lowest change only under the lock, and so does split, but a request may
//     raise it to cap at any time. The owner moves head, and below lowest then calls reclaim, under
//     the lock; a thief moves a suspended fibre's head under the lock.
// Edges
//   PUSH           the release of head, by a push or a pop, or the lock, makes the contents of the
//                  slots below it visible to a thief. A pop releases too, because force may read
//                  the head that it has lowered, above slots that were written after the fence.
//   LOCK           the spinlock.
//   EXPOSE         store-buffering pair: the owner lowers head, light_fence, reads split, and
//                  `lowest` in its slow path; force raises both, heavy_fence, reads head.
//   STEAL-REQUEST  a steal request that arrives while the owner answers another one is not lost:
//                  limit is restored before `steal_requested` is cleared.
//   POLL-REQUEST   store-buffering pair: a push raises head, light_fence, reads limit; a worker
//                  that is about to sleep clears limit, heavy_fence (in fence_requests), reads head
//                  (in force).
// Explored as it is in tests/model/deque_model.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/config.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/slot.hpp>

namespace skua::sched {

/// Which calls of the owner enter their slow paths every time.
enum class slow_mode : std::uint8_t {
  off,
  pops,  ///< each pop: traces
  all,   ///< each push and pop: counted scopes, timing of each task, simulation
};

class task_deque {
 public:
  task_deque() = default;
  task_deque(task_deque const&) = delete;
  task_deque& operator=(task_deque const&) = delete;

  /// The memory of the slots, given once, before any other call.
  void set_memory(slot* first, std::size_t n) noexcept {
    bottom_ = first;
    cap_ = first + n;
  }
  /// Empties the deque for its next owner. The owner's first push is published at once.
  void start(slow_mode mode) noexcept {
    lock_.lock();
    mode_ = mode;
    restart_locked(bottom_);
    lock_.unlock();
    request_poll();
  }

  // ---- push and pop ----

  /// The lowest slot.
  slot* bottom() const noexcept { return bottom_; }
  /// Owner: the free slot in which the next task is built. The newest task is the slot below it.
  slot* top() const noexcept {
    return head_.load(std::memory_order_relaxed);  // relaxed: own variable
  }
  /// Owner.
  bool empty() const noexcept { return top() == bottom_; }
  std::size_t size() const noexcept { return static_cast<std::size_t>(top() - bottom_); }
  bool full() const noexcept { return top() >= cap_; }

  /// Owner: adds the task that was built in the slot `h == top()`. Returns true if the owner must
  /// enter its slow path, because the deque is full, a poll was requested, or each push is slow.
  [[nodiscard]] SKUA_INLINE bool push(slot* h) noexcept {
    set_top(h + 1);
    if (!base::mutated("deque.push_limit")) base::light_fence();
    return h + 1 >= limit_.load(std::memory_order_relaxed);  // sync: POLL-REQUEST <-> request_poll, request
  }

  /// Owner: adds the tasks that were built in [top(), end) without a test for poll requests.
  void push_all(slot* end) noexcept { set_top(end); }

  /// Owner: takes the newest slot above `base`; null if there is none. Its contents stay until the
  /// next push. `contended()` is called if the slot may be public; it must return reclaim(base).
  template <class Contended>
  [[nodiscard]] SKUA_INLINE slot* pop(slot* base, Contended&& contended) noexcept {
    slot* h = top();
    if (h == base) return nullptr;
    --h;
    if (SKUA_UNLIKELY(!lower_head(h)) && !contended()) return nullptr;
    return h;
  }

  /// Owner: takes the newest slot, `h == top() - 1`, if it is private. Returns whether it was.
  [[nodiscard]] SKUA_INLINE bool pop_if_private(slot* h) noexcept {
    if (SKUA_LIKELY(lower_head(h))) return true;
    set_top(h + 1);
    return false;
  }

  /// Owner, in a slow mode: the same, where pop_if_private always fails.
  [[nodiscard]] bool pop_if_private_slow(slot* h) noexcept {
    if (lower_head(h, lowest_)) return true;
    set_top(h + 1);
    return false;
  }

  /// Owner, when pop has found a slot that may be public: whether it is private all the same.
  // sync: EXPOSE <-> force
  bool has_popped_private() const noexcept { return top() >= lowest_.load(std::memory_order_relaxed); }
  /// Owner, when pop has found a slot that may be public. Returns true if it was not stolen: it is
  /// now private, as is half of the public part. Returns false if all slots were stolen: the deque
  /// is empty from `base` on, and the next push is published at once.
  bool reclaim(slot* base) noexcept {
    if (has_popped_private()) return true;
    lock_.lock();
    slot* h = top();
    if (tail_locked() <= h) {
      slot* const half = half_of_public_locked();
      set_public_locked(half < h ? half : h);
      lock_.unlock();
      return true;
    }
    restart_locked(base);
    lock_.unlock();
    request_poll();
    return false;
  }

  // ---- poll requests ----

  /// Any thread: makes the owner enter its slow path at its next push or poll.
  void request_poll() noexcept {
    limit_.store(nullptr, std::memory_order_relaxed);  // sync: POLL-REQUEST <-> push
  }
  bool poll_requested() const noexcept {
    return limit_.load(std::memory_order_relaxed) == nullptr;  // relaxed: a hint, the slow path decides
  }
  /// Any thread: whether a thief has requested tasks and the owner has not answered.
  bool steal_requested() const noexcept {
    return steal_requested_.load(std::memory_order_acquire) != 0;  // sync: STEAL-REQUEST <- expose_half
  }
  /// Thief: requests that the owner publishes tasks, at its next push or pop (which may miss it, if
  /// `split` changes then). Writes the owner's line once per request. It is an exchange, so that
  /// limit == nullptr cannot become visible before steal_requested == 1; otherwise
  /// `steal_requested` could stay set with limit restored for ever (found by the explorer).
  void request() noexcept {
    if (base::mutated("deque.request")) {
      steal_requested_.store(1, std::memory_order_relaxed);  // relaxed: planted fault
      limit_.store(nullptr, std::memory_order_relaxed);      // relaxed: planted fault
      return;
    }
    if (steal_requested_.load(std::memory_order_relaxed) == 0 &&         // relaxed: a hint, the exchange decides
        steal_requested_.exchange(1, std::memory_order_acquire) == 0) {  // sync: STEAL-REQUEST <- expose_half
      limit_.store(nullptr, std::memory_order_relaxed);  // sync: STEAL-REQUEST <-> expose_half; POLL-REQUEST <-> push
      split_.store(cap_, std::memory_order_relaxed);     // relaxed: a hint
    }
  }
  /// Thief, between its requests (request, request_poll) and its last force: after this, force
  /// sees every push whose owner did not see the request. Without it a task can stay in an owner's
  /// private part while all other workers sleep.
  static void fence_requests() noexcept {
    if (!base::mutated("deque.fence_requests")) base::heavy_fence();
  }

  // ---- the owner publishes ----

  /// Owner: makes half of the private slots public; true if there were any. limit is restored
  /// before `steal_requested` is cleared, so that a request in between is not overwritten.
  bool expose_half() noexcept {
    lock_.lock();
    slot* h = top();
    slot* p = pub_locked();
    bool const any = h > p;
    set_public_locked(any ? p + (h - p + 1) / 2 : p);
    if (base::mutated("deque.steal_request"))
      steal_requested_.store(0, std::memory_order_relaxed);    // relaxed: planted fault
    limit_.store(resting_limit(), std::memory_order_relaxed);  // sync: STEAL-REQUEST <-> request
    if (!base::mutated("deque.steal_request"))
      steal_requested_.store(0, std::memory_order_release);  // sync: STEAL-REQUEST -> request, steal_requested
    lock_.unlock();
    return any;
  }

  /// Owner, before it suspends: makes all slots public. True if there are any.
  bool publish_all() noexcept {
    lock_.lock();
    slot* h = top();
    set_public_locked(h);
    bool const any = tail_locked() < h;
    lock_.unlock();
    return any;
  }

  /// Owner: makes half of the public slots private again.
  void reclaim_half() noexcept {
    lock_.lock();
    set_public_locked(half_of_public_locked());
    lock_.unlock();
  }

  // ---- the owner's rare operations ----

  /// Owner: whether each pop, and each push, enters its slow path.
  bool is_slow() const noexcept { return mode_ != slow_mode::off; }
  bool pushes_slowly() const noexcept { return mode_ == slow_mode::all; }
  slow_mode mode() const noexcept { return mode_; }
  void set_mode(slow_mode mode) noexcept {
    if (mode_ == mode) return;
    lock_.lock();
    slot* old_limit = resting_limit();
    mode_ = mode;
    set_public_locked(pub_locked());
    lock_.unlock();
    // A request that is up, or comes now, must not be overwritten.
    limit_.compare_exchange_strong(old_limit, resting_limit(), std::memory_order_relaxed,
                                   std::memory_order_relaxed);  // relaxed: own variable but for requests
  }

  /// Owner: takes the slot `h` above `lowest` if it is `wanted(*h)`, and copies it to `out`. The
  /// newest slot takes its place. If it is private, all from it on are popped and pushed again, so
  /// the owner must look for a poll request afterwards.
  template <class Wanted>
  bool take_from_middle(slot* h, slot* lowest, Wanted&& wanted, slot& out) noexcept {
    slot* const newest = top() - 1;
    if (h == nullptr || h < lowest || h > newest) return false;
    bool const is_private = lower_head(h, is_slow() ? lowest_ : split_);
    if (!is_private) set_top(newest + 1), lock_.lock();
    bool const has_taken = (is_private || h >= tail_locked()) && wanted(*h);
    if (has_taken) copy_slot(&out, h);
    if (has_taken && newest != h) move_slot(h, newest);
    if (is_private) set_top(has_taken ? newest : newest + 1);
    if (!is_private && has_taken) shorten_locked(newest);
    if (!is_private) lock_.unlock();
    if (!base::mutated("deque.middle")) base::light_fence();  // sync: POLL-REQUEST <-> request_poll, request
    return has_taken;
  }

  /// Owner: moves all slots down over those stolen since `base`, if at least `min_gain` are gained.
  /// Stolen slots forget their claimables, so that a waiter does not find the slot that takes their
  /// place (take_newest_join).
  bool compact(slot* base, std::size_t min_gain) noexcept {
    lock_.lock();
    slot* const t = tail_locked();
    std::ptrdiff_t const gain = t - base;
    bool const is_worth_it = gain >= static_cast<std::ptrdiff_t>(min_gain);
    if (is_worth_it) {
      slot* const h = top();
      for (slot* x = base; x < t; ++x) forget_claimable(x);
      for (slot* x = t; x < h; ++x) move_slot(x - gain, x);
      slot* const p = pub_locked();
      set_tail_locked(base);
      set_public_locked(p - gain);
      set_top(h - gain);
    }
    lock_.unlock();
    return is_worth_it;
  }

  /// Owner: if every slot was stolen, the deque starts again at the lower slot `h`, and the next
  /// push is published at once.
  void restart_at(slot* h) noexcept {
    lock_.lock();
    bool const restarts = tail_locked() >= top() && h != nullptr && h >= bottom_ && h < top();
    if (restarts) restart_locked(h);
    lock_.unlock();
    if (restarts) request_poll();
  }

  /// Owner: other fibres have taken all tasks above `base`, so the deque ends there again.
  void end_at(slot* base) noexcept {
    lock_.lock();
    if (tail_locked() >= base) {
      restart_locked(base);
    } else {  // only gaps were left: older tasks are still public
      shorten_locked(base);
    }
    lock_.unlock();
    request_poll();
  }

  /// Owner: calls fn(slot&) under the lock for each task queued above `base`.
  template <class F>
  void for_each_above(slot* base, F&& fn) noexcept {
    lock_.lock();
    for (slot* h = (std::max)(tail_locked(), base); h < top(); ++h) {
      if (!is_gap(*h)) fn(*h);
    }
    lock_.unlock();
  }

  // ---- steal ----

  /// Any thread: whether a steal can succeed, as a hint. Reads one cache line.
  bool has_public() const noexcept {
    return tail_.load(std::memory_order_relaxed) <  // relaxed: a hint, the lock decides
           pub_.load(std::memory_order_relaxed);    // relaxed: a hint, the lock decides
  }
  /// Any thread: how many tasks there are, public and private, and how many are private, as hints.
  std::size_t count_tasks() const noexcept {
    return distance(tail_.load(std::memory_order_relaxed), top());  // relaxed: a hint
  }
  std::size_t count_private() const noexcept {
    return distance(pub_.load(std::memory_order_relaxed), top());  // relaxed: a hint
  }

  /// Thief: takes half of the public slots (rounded up), at most `max_slots`, oldest first.
  /// `move(first, end)` copies the tasks under the lock, without the gaps, and returns their
  /// number. Returns the same; 0: there is nothing public (then the owner is requested to publish),
  /// or another thread holds the lock.
  template <class Move>
  std::size_t steal(std::size_t max_slots, Move&& move) noexcept {
    while (has_public()) {
      if (!lock_.try_lock()) return 0;
      slot* const t = tail_locked();
      slot* const p = pub_locked();
      if (t >= p) {
        lock_.unlock();
        break;
      }
      slot* const end = t + (std::min)(static_cast<std::size_t>(p - t + 1) / 2, max_slots);
      std::size_t const moved = move(t, end);
      slot* const oldest_left = skip_gaps(end, p);
      set_tail_locked(oldest_left);
      lock_.unlock();
      if (oldest_left >= p) request();                   // ahead: the owner answers while the caller works
      if (moved != 0 || oldest_left >= p) return moved;  // else it found only gaps; the oldest left is a task
    }
    request();
    return 0;
  }

  /// Thief of a suspended fibre: takes the newest task above `lowest`; `move(slot const&)` copies
  /// it under the lock. Returns false if there is none.
  template <class Move>
  bool steal_newest(slot* lowest, Move&& move) noexcept {
    lock_.lock();
    slot* const low = (std::max)(lowest, tail_locked());
    slot* h = top();
    while (h > low && is_gap(h[-1])) --h;
    bool const has_task = h > low;
    if (has_task) move(*--h);
    if (h != top()) {
      set_top(h);
      set_public_locked(h);
    }
    lock_.unlock();
    return has_task;
  }

  /// Thief: takes public tasks that are `wanted(slot const&)`, oldest first, `share(their number)`
  /// of them; returns whether public tasks are left. `move(slot const&)` copies each under the
  /// lock; a gap takes its place, since no slot may slide into the scope above it (HEIGHT-3).
  template <class Wanted, class Share, class Move>
  bool steal_some(Wanted&& wanted, Share&& share, Move&& move) {
    if (!lock_.try_lock()) return false;
    slot* const t = tail_locked();
    slot* const p = pub_locked();
    auto const available = static_cast<std::size_t>(std::count_if(t, p, wanted));
    std::size_t remaining = std::min<std::size_t>(share(available), available);
    for (slot* s = t; remaining > 0; ++s) {
      if (!wanted(*s)) continue;
      move(*s);
      make_gap(*s);
      --remaining;
    }
    slot* const oldest_left = skip_gaps(t, p);
    set_tail_locked(oldest_left);
    lock_.unlock();
    return oldest_left < p;
  }

  // ---- force ----

  /// Result of force: no task, tasks that were public already, or tasks that force made public.
  enum class forced { nothing, was_public, exposed };

  /// Thief: makes half of the private tasks of an owner public by raising its split, because the
  /// owner has not polled for a while (it computes without calling the runtime). Needs asymmetric
  /// fences. The result depends only on the tasks: force waits for the lock, and each holder
  /// releases it after a bounded section. A worker before its sleep need not search again because
  /// another one is searching.
  forced force() noexcept {
    if (base::mutated("deque.force_tries")) {
      if (!lock_.try_lock()) return forced::was_public;  // planted fault: reports a busy lock as tasks
    } else {
      lock_.lock();
    }
    forced const result = force_locked();
    lock_.unlock();
    return result;
  }
  /// Like force, for a thief that retries: returns `nothing` if another thread holds the lock.
  forced try_force() noexcept {
    if (!lock_.try_lock()) return forced::nothing;
    forced const result = force_locked();
    lock_.unlock();
    return result;
  }
  /// Like try_force, for a thief that cannot use the tasks that are public: they count for nothing.
  forced try_force_more() noexcept {
    if (!lock_.try_lock()) return forced::nothing;
    forced const result = force_above_locked(pub_locked());
    lock_.unlock();
    return result;
  }

 private:
  friend struct task_deque_ends;  // of the model tests: names the ends, and asserts DEQUE-1

  static std::size_t distance(slot* low, slot* high) noexcept {
    return high > low ? static_cast<std::size_t>(high - low) : 0;
  }
  static slot* skip_gaps(slot* from, slot* end) noexcept {
    while (from < end && is_gap(*from)) ++from;
    return from;
  }

  /// `limit` while no poll is requested. In slow_mode::all it is below every slot that a push
  /// fills, so each push enters its slow path without being taken for an answer to a request.
  slot* resting_limit() const noexcept { return pushes_slowly() ? bottom_ : cap_; }
  void set_top(slot* h) noexcept {
    // sync: PUSH -> force
    head_.store(h, base::mutated("deque.push") ? std::memory_order_relaxed : std::memory_order_release);
  }
  /// Lowers head to `low`. Returns true if the slots from there on are private: the owner has them.
  bool lower_head(slot* low) noexcept { return lower_head(low, split_); }
  bool lower_head(slot* low, base::atomic<slot*> const& border) noexcept {
    head_.store(low, std::memory_order_release);  // sync: EXPOSE <-> force; PUSH -> force
    if (!base::mutated("deque.lower_head")) base::light_fence();
    return low >= border.load(std::memory_order_relaxed);  // sync: EXPOSE <-> force
  }

  slot* tail_locked() const noexcept {
    return tail_.load(std::memory_order_relaxed);  // relaxed: under the lock
  }
  slot* pub_locked() const noexcept {
    return pub_.load(std::memory_order_relaxed);  // relaxed: under the lock
  }
  void set_tail_locked(slot* t) noexcept {
    tail_.store(t, std::memory_order_relaxed);  // relaxed: under the lock
  }
  void set_public_locked(slot* p) noexcept {
    pub_.store(p, std::memory_order_relaxed);                       // relaxed: under the lock
    split_.store(is_slow() ? cap_ : p, std::memory_order_relaxed);  // relaxed: under the lock
    lowest_.store(p, std::memory_order_relaxed);                    // relaxed: under the lock
  }
  slot* half_of_public_locked() const noexcept {
    slot* const t = tail_locked();
    slot* const p = pub_locked();
    return t + (p > t ? (p - t) / 2 : 0);
  }
  void shorten_locked(slot* h) noexcept {
    set_top(h);
    if (pub_locked() > h) set_public_locked(h);
  }
  /// Every end at `base`; the owner itself requests that its next push is published.
  void restart_locked(slot* base) noexcept {
    head_.store(base, std::memory_order_relaxed);  // relaxed: under the lock
    set_tail_locked(base);
    set_public_locked(base);
    steal_requested_.store(1, std::memory_order_relaxed);  // relaxed: under the lock
  }

  forced force_locked() noexcept {
    slot* const t = tail_locked();
    return t < pub_locked() ? forced::was_public : force_above_locked(t);
  }
  /// Makes half of the slots above `low`, the end of the public ones, public. After the fence, the
  /// owner's next pop below the raised split waits for the lock in reclaim. If the owner has
  /// already popped below it, half of the remaining slots can therefore be made public without a
  /// second fence.
  forced force_above_locked(slot* low) noexcept {
    slot* h = head_.load(std::memory_order_acquire);  // sync: PUSH <- set_top
    if (h <= low || h > cap_) return forced::nothing;
    slot* new_pub = low + (h - low + 1) / 2;
    if (!is_slow()) split_.store(new_pub, std::memory_order_relaxed);  // sync: EXPOSE <-> lower_head
    if (!base::mutated("deque.force_slow"))
      lowest_.store(new_pub, std::memory_order_relaxed);  // sync: EXPOSE <-> reclaim
    if (!base::mutated("deque.force")) base::heavy_fence();
    h = head_.load(std::memory_order_acquire);  // sync: PUSH <- set_top
    if (h < new_pub) new_pub = h > low && !base::mutated("deque.force_gives_up") ? low + (h - low + 1) / 2 : low;
    set_public_locked(new_pub);
    return new_pub > low ? forced::exposed : forced::nothing;
  }

  // ---- owner's line ----
  alignas(64) base::atomic<slot*> head_{nullptr};  // first free slot
  base::atomic<slot*> limit_{nullptr};             // see resting_limit; null: a poll was requested
  base::atomic<slot*> split_{nullptr};             // first private slot
  base::atomic<slot*> lowest_{nullptr};            // the same in the slow modes
  slot* bottom_ = nullptr;
  slot* cap_ = nullptr;

 public:
  /// The owner must check before the next task starts (scope_frame.hpp). It does not belong to the
  /// deque's protocol, but lies in the line that the owner reads with every pop.
  base::atomic<std::uint32_t> check_before_run{0};

 private:
  slow_mode mode_ = slow_mode::off;
  // ---- thieves' line ----
  alignas(64) base::spinlock lock_;
  base::atomic<std::uint32_t> steal_requested_{0};
  base::atomic<slot*> tail_{nullptr};  // first slot not stolen
  base::atomic<slot*> pub_{nullptr};   // end of the public part
};

}  // namespace skua::sched
