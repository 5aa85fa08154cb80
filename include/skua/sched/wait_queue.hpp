// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiters in the order of their arrival, and a word that guards them: what mutexes, semaphores and
// barriers wait in.
//
// Invariants: Q1 a node lives on its waiter's stack and is linked, read and unlinked under the
// owner's lock only.
// Q2 a waker pops a node and claims its parker under the lock; it resumes what it won after
// unlocking, and until then the node is still there; a node it did not win, or won by leaving a
// note, is not touched again.
// Q3 a waiter that was claimed by a timeout or by cancellation unlinks its node before it leaves.
// guarded_word: the owner's state with the lock as its bit 0, so that the last access of an
// unlocker is the one store that shows the new state: whoever saw that state may destroy the
// object.
// Edge WORD: what was done before leave (or a release by compare-exchange) reaches the next enter
// or acquire.
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>
#include <skua/sched/parker.hpp>

namespace skua::sched {

struct queue_node {
  queue_node* next = nullptr;
  queue_node* previous = nullptr;
  parker* who = nullptr;
  bool linked = false;
  bool granted = false;  // what it waited for was given to it; valid if the wait ended by the event
};

/// A doubly linked list of nodes; under its owner's lock.
class node_list {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
  [[nodiscard]] queue_node* first() const noexcept { return first_; }

  void push_back(queue_node* n) noexcept {
    n->next = nullptr;
    n->previous = last_;
    (last_ != nullptr ? last_->next : first_) = n;
    last_ = n;
    n->linked = true;
  }
  void push_front(queue_node* n) noexcept {
    n->next = first_;
    n->previous = nullptr;
    (first_ != nullptr ? first_->previous : last_) = n;
    first_ = n;
    n->linked = true;
  }
  void unlink(queue_node* n) noexcept {
    if (!n->linked) return;
    (n->previous != nullptr ? n->previous->next : first_) = n->next;
    (n->next != nullptr ? n->next->previous : last_) = n->previous;
    n->linked = false;
  }
  queue_node* pop_front() noexcept {
    queue_node* n = first_;
    if (n != nullptr) unlink(n);
    return n;
  }

 private:
  queue_node* first_ = nullptr;
  queue_node* last_ = nullptr;
};

/// Claimed waiters, resumed in the order of their claims after the lock is free.
class wake_batch {
 public:
  /// Under the lock, for a popped node: true if its wait is over because of us.
  bool claim(queue_node* n) noexcept {
    if (!n->who->try_win(wake_reason::event)) return false;
    n->next = nullptr;
    *end_ = n;
    end_ = &n->next;
    return true;
  }
  /// Not under the lock.
  void resume_all() noexcept {
    *end_ = nullptr;
    for (queue_node* n = won_; n != nullptr;) {
      queue_node* const after = n->next;  // the node is gone once its owner runs
      n->who->deliver(wake_reason::event);
      n = after;
    }
  }
  wake_batch() = default;
  wake_batch(wake_batch const&) = delete;
  wake_batch& operator=(wake_batch const&) = delete;

 private:
  queue_node* won_ = nullptr;
  queue_node** end_ = &won_;
};

/// 63 bits of state and a lock bit.
class guarded_word {
 public:
  using word = std::uint64_t;
  static constexpr word guard = 1;

  constexpr explicit guarded_word(word state = 0) noexcept : word_(state) {}

  word peek() const noexcept {
    return word_.load(std::memory_order_relaxed);  // relaxed: a hint, change or enter decides
  }

  /// from -> to if it is still `from` (guard bit clear); acquires and releases.
  bool change(word& from, word to) noexcept {
    return word_.compare_exchange_weak(
        from, to, std::memory_order_acq_rel,
        std::memory_order_relaxed);  // sync: WORD <- leave, change; WORD -> enter, change
  }
  /// The same, only acquires: for taking something.
  bool take(word& from, word to) noexcept {
    return word_.compare_exchange_strong(from, to, std::memory_order_acquire,
                                         std::memory_order_relaxed);  // sync: WORD <- leave, change, give
  }
  /// The same, only releases: for giving something back.
  bool give(word& from, word to) noexcept {
    return word_.compare_exchange_strong(from, to, std::memory_order_release,
                                         std::memory_order_relaxed);  // sync: WORD -> take, enter, change
  }

  /// Takes the lock bit; the state without it.
  word enter() noexcept {
    word seen = peek();
    for (base::spin_pause pause;;) {
      if ((seen & guard) == 0) {
        if (change(seen, seen | guard)) return seen;
      } else {
        pause();
        seen = peek();
      }
    }
  }
  /// Stores a new state and gives the lock bit back.
  void leave(word state) noexcept {
    word_.store(state, std::memory_order_release);  // sync: WORD -> enter, take, settle
  }

  /// After having been woken: returns when the waker has left, so that the object may be destroyed.
  void settle() const noexcept {
    for (base::spin_pause pause; (word_.load(std::memory_order_acquire) & guard) != 0;) pause();  // sync: WORD <- leave
  }

 private:
  base::atomic<word> word_;
};

}  // namespace skua::sched
