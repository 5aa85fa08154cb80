// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The split deque of a fibre: where its ends are, who may move them, how owner and thieves hand
// slots over.
//
// The owner pushes and pops at `head` with plain loads and stores as long as it stays above
// `split`; thieves take from `tail` up to `pub` under the lock. No fence and no read-modify-write
// on the owner's path (scheduler: Lace's split deque, van Dijk & van de Pol 2014, bound to the
// fibre and bulk-stealable; asymmetric exposure is ours).
//
// Invariants
//   I1  bottom <= tail <= pub <= head, and pub <= split, except while forced exposure holds the
//       lock, and in slow mode while an owner that has lowered head is on its way to reclaim. In
//       ordinary mode split == pub; in slow mode (every pop must enter the slow path) split == cap.
//   I2  slots in [tail, pub) are taken by anyone under the lock; slots at or above split only by the owner.
//   I3  tail, pub and split change under the lock only; head is moved by the owner alone, below split under the lock.
// Threads: push, lower_head, expose_half, reclaim, publish_all, reset_empty by the owner;
// begin_steal, request, force by anyone. Edges: PUSH (slot contents reach a thief by the release of
// head or by the lock), LOCK (spinlock), EXPOSE (store-buffering pair: the owner lowers head then
// reads split, force raises split then reads head; light_fence there, heavy_fence here), HUNGER (a
// request raised while the owner answers one is not lost: limit is restored before hungry), WISH
// (store-buffering pair: a push raises head then reads limit, the last to fall asleep clears limit
// then reads head in force; light_fence there, heavy_fence in insist).
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>
#include <skua/sched/slot.hpp>

namespace skua::sched {

struct deque_ends {
  // ---- owner's line ----
  alignas(64) base::atomic<slot*> head{nullptr};  // first free slot
  base::atomic<slot*> limit{nullptr};             // == cap, or nullptr: somebody wants the owner's attention
  base::atomic<slot*> split{nullptr};             // first private slot
  slot* bottom = nullptr;
  slot* cap = nullptr;
  base::atomic<std::uint32_t> careful{0};  // something must be looked at before the next task starts (scope_frame.hpp)
  bool slow = false;  // every push and pop enters the slow path (counted scopes, per-task timing, simulation)
  // ---- thieves' line ----
  alignas(64) base::spinlock lock;
  base::atomic<std::uint32_t> hungry{0};
  base::atomic<slot*> tail{nullptr};  // first slot not stolen
  base::atomic<slot*> pub{nullptr};   // end of the public part

  slot* top() const noexcept {
    return head.load(std::memory_order_relaxed);  // relaxed: own variable
  }
  void set_top(slot* h) noexcept {
    // sync: PUSH -> force
    head.store(h, base::mutated("deque.push") ? std::memory_order_relaxed : std::memory_order_release);
  }
  bool attention_wanted() const noexcept {
    return limit.load(std::memory_order_relaxed) == nullptr;  // relaxed: a hint, the slow path decides
  }
  /// Owner, after a push: whether it is to enter its slow path.
  bool reached_limit(slot* h) const noexcept {
    if (!base::mutated("deque.reached_limit")) base::light_fence();
    return h >= limit.load(std::memory_order_relaxed);  // sync: WISH <-> want_attention, request
  }
  void want_attention() noexcept {
    limit.store(nullptr, std::memory_order_relaxed);  // sync: WISH <-> reached_limit
  }

  /// Owner: gives up slot h = head - 1; true if it is the owner's without further ado, else call
  /// reclaim.
  bool lower_head(slot* h) noexcept {
    head.store(h, std::memory_order_relaxed);  // sync: EXPOSE <-> force
    if (!base::mutated("deque.lower_head")) base::light_fence();
    return h >= split.load(std::memory_order_relaxed);  // sync: EXPOSE <-> force
  }

  /// Owner: puts every end at `base`. Lock held, or nobody else can look.
  void reset_empty(slot* base) noexcept {
    head.store(base, std::memory_order_relaxed);  // relaxed: under the lock
    tail.store(base, std::memory_order_relaxed);  // relaxed: under the lock
    set_public(base);
  }

  /// Owner: makes half of the private slots public. The limit is restored before hungry is cleared:
  /// a request that arrives in between must not be overwritten (trap 4).
  bool expose_half() noexcept {
    lock.lock();
    slot* h = top();
    slot* p = pub.load(std::memory_order_relaxed);  // relaxed: under the lock
    bool const any = h > p;
    if (any) set_public(p + (h - p + 1) / 2);
    if (base::mutated("deque.hunger")) hungry.store(0, std::memory_order_relaxed);   // relaxed: planted fault
    limit.store(slow ? nullptr : cap, std::memory_order_relaxed);                    // sync: HUNGER <-> request
    if (!base::mutated("deque.hunger")) hungry.store(0, std::memory_order_release);  // sync: HUNGER -> request
    lock.unlock();
    return any;
  }

  /// Owner, after lower_head(h) said no: true if slot h is still there (it is private now); false
  /// if everything below tail was stolen: all ends are at `base` then, and the next push will be
  /// published at once.
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
    hungry.store(1, std::memory_order_relaxed);  // relaxed: under the lock; the owner itself asks to publish
    lock.unlock();
    want_attention();
    return false;
  }

  /// Owner: before it suspends, everything may be stolen. True if anything is there.
  bool publish_all() noexcept {
    lock.lock();
    slot* h = top();
    set_public(h);
    bool const any = tail.load(std::memory_order_relaxed) < h;  // relaxed: under the lock
    lock.unlock();
    return any;
  }

  /// Anyone: whether a steal has a chance; one line read.
  bool has_public() const noexcept {
    return tail.load(std::memory_order_relaxed) <  // relaxed: a hint, the lock decides
           pub.load(std::memory_order_relaxed);    // relaxed: a hint, the lock decides
  }

  /// Thief: asks the owner to publish; one write to the owner's line per hunger. An exchange, so
  /// that the limit cannot become visible before the hunger (the pair would stay "hungry, limit
  /// restored" for ever: found by the explorer).
  void request() noexcept {
    if (base::mutated("deque.request")) {
      hungry.store(1, std::memory_order_relaxed);       // relaxed: planted fault
      limit.store(nullptr, std::memory_order_relaxed);  // relaxed: planted fault
      return;
    }
    if (hungry.load(std::memory_order_relaxed) == 0 &&         // relaxed: a hint, the exchange decides
        hungry.exchange(1, std::memory_order_acquire) == 0) {  // sync: HUNGER <- expose_half
      limit.store(nullptr, std::memory_order_relaxed);         // sync: HUNGER <-> expose_half; WISH <-> reached_limit
    }
  }

  /// Thief: takes the lock and up to half (at most `most`) of the public slots from the shallow
  /// end. With a count above zero the lock is held: copy [first, first + n), count them, then
  /// end_steal with the first slot left.
  std::size_t begin_steal(std::size_t most, slot*& first) noexcept {
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
    return n < most ? n : most;
  }
  void end_steal(slot* left) noexcept {
    tail.store(left, std::memory_order_relaxed);  // relaxed: under the lock
    lock.unlock();
  }

  /// Thief, after its wishes (request, want_attention) and before its last force: an owner that saw
  /// no wish at its last push has shown that push. Without this a task can lie in an owner's
  /// private part while all others sleep.
  static void insist() noexcept {
    if (!base::mutated("deque.insist")) base::heavy_fence();
  }

  /// What force found.
  enum class forced { nothing, was_public, exposed };

  /// Thief: the owner has private tasks but has not looked for a while (it computes without calling
  /// the runtime): raises its split from outside. Needs asymmetric fences.
  /// The answer is about the tasks alone. A lock that another thread holds is waited for, because
  /// each holder gives it back after a bounded section whatever others do; so one looker is no
  /// reason for another to look again.
  forced force() noexcept {
    if (base::mutated("deque.force_tries")) {
      if (!lock.try_lock()) return forced::was_public;  // planted fault: one that only says "busy, look again"
    } else {
      lock.lock();
    }
    forced const result = force_locked();
    lock.unlock();
    return result;
  }
  /// The same for a thief that comes again: `nothing` as well while another thread holds the lock.
  forced try_force() noexcept {
    if (!lock.try_lock()) return forced::nothing;
    forced const result = force_locked();
    lock.unlock();
    return result;
  }

  /// Lock held, or nobody else can look: moves the public boundary.
  void set_public(slot* p) noexcept {
    pub.store(p, std::memory_order_relaxed);                 // relaxed: under the lock
    split.store(slow ? cap : p, std::memory_order_relaxed);  // relaxed: under the lock
  }

 private:
  /// Lock held. After the fence the owner's next pop below the raised split waits in reclaim for
  /// the lock; so if it has popped below that meanwhile, half of what is left can be made public
  /// without a second fence.
  forced force_locked() noexcept {
    slot* t = tail.load(std::memory_order_relaxed);  // relaxed: under the lock
    slot* p = pub.load(std::memory_order_relaxed);   // relaxed: under the lock
    slot* h = head.load(std::memory_order_acquire);  // sync: PUSH <- set_top
    if (t < p) return forced::was_public;
    if (h <= t || h > cap) return forced::nothing;
    slot* want = t + (h - t + 1) / 2;
    if (!slow) split.store(want, std::memory_order_relaxed);  // sync: EXPOSE <-> lower_head
    if (!base::mutated("deque.force")) base::heavy_fence();
    h = head.load(std::memory_order_acquire);  // sync: PUSH <- set_top
    if (h < want) want = h > t && !base::mutated("deque.force_gives_up") ? t + (h - t + 1) / 2 : t;
    set_public(want);
    return want > t ? forced::exposed : forced::nothing;
  }
};

}  // namespace skua::sched
