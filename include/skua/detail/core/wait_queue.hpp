// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queue of waiters in the order of their arrival, and a word that guards it. Mutexes, semaphores,
// condition variables and barriers use them. "Owner": the object that contains the queue.
//
// Invariants
//   QUEUE-1  A node lives on its waiter's stack; it is linked, read and unlinked only under the
//     owner's lock.
//   QUEUE-2  A waker pops a node and claims its parker under the lock. After unlocking it resumes
//     the waiters that it has won; their nodes exist until then. It does not access other nodes
//     again.
//   QUEUE-3  A waiter that a timeout or a canceller has claimed unlinks its node before it leaves.
// guarded_word: the owner's state, with the lock as bit 0. The last access of an unlocker is the
// store that publishes the new state, so a thread that has seen that state may destroy the object.
// Edge WORD: writes before leave (or a release by compare-exchange) are visible after the next
// enter or acquire.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/parker.hpp>

namespace skua::sched {

struct queue_node {
  queue_node* next = nullptr;
  queue_node* previous = nullptr;
  parker* waiter = nullptr;
  bool linked = false;
  bool granted = false;  // the waker has given it the lock or permit; valid if the event ended the wait
};

/// A doubly linked list of nodes. All calls require the owner's lock.
class node_list {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
  [[nodiscard]] queue_node* first() const noexcept { return first_; }

  void push_back(queue_node* node) noexcept {
    node->next = nullptr;
    node->previous = last_;
    (last_ != nullptr ? last_->next : first_) = node;
    last_ = node;
    node->linked = true;
  }
  void push_front(queue_node* node) noexcept {
    node->next = first_;
    node->previous = nullptr;
    (first_ != nullptr ? first_->previous : last_) = node;
    first_ = node;
    node->linked = true;
  }
  void unlink(queue_node* node) noexcept {
    if (!node->linked) return;
    (node->previous != nullptr ? node->previous->next : first_) = node->next;
    (node->next != nullptr ? node->next->previous : last_) = node->previous;
    node->linked = false;
  }
  queue_node* pop_front() noexcept {
    queue_node* node = first_;
    if (node != nullptr) unlink(node);
    return node;
  }

 private:
  queue_node* first_ = nullptr;
  queue_node* last_ = nullptr;
};

/// Claimed waiters, to be resumed in the order of their claims after the lock is released.
class wake_batch {
 public:
  /// Under the lock, for a popped node. Returns true if the caller has won; resume_all resumes the
  /// waiter.
  bool claim(queue_node* node) noexcept {
    if (!node->waiter->try_win(wake_reason::event)) return false;
    node->next = nullptr;
    *end_ = node;
    end_ = &node->next;
    return true;
  }
  /// After the lock is released.
  void resume_all() noexcept {
    *end_ = nullptr;
    for (queue_node* node = won_; node != nullptr;) {
      queue_node* const after = node->next;  // read first: the woken waiter destroys its node
      node->waiter->deliver(wake_reason::event);
      node = after;
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

  /// Changes the word from `from` (guard bit clear) to `to`; acquires and releases. Returns false
  /// if the word is not `from` (or spuriously), and `from` gets its value.
  bool change(word& from, word to) noexcept {
    return word_.compare_exchange_weak(
        from, to, std::memory_order_acq_rel,
        std::memory_order_relaxed);  // sync: WORD <- leave, change; WORD -> enter, change
  }
  /// Like change, but only acquires and never fails spuriously: to take a lock or permit.
  bool take(word& from, word to) noexcept {
    return word_.compare_exchange_strong(from, to, std::memory_order_acquire,
                                         std::memory_order_relaxed);  // sync: WORD <- leave, change, give
  }
  /// Like change, but only releases: to return a lock or permit.
  bool give(word& from, word to) noexcept {
    return word_.compare_exchange_strong(from, to, std::memory_order_release,
                                         std::memory_order_relaxed);  // sync: WORD -> take, enter, change
  }

  /// Takes the lock bit; returns the state without it.
  word enter() noexcept {
    word state = peek();
    for (base::spin_pause pause;;) {
      if ((state & guard) == 0) {
        if (change(state, state | guard)) return state;
      } else {
        pause();
        state = peek();
      }
    }
  }
  /// Stores a new state and releases the lock bit.
  void leave(word state) noexcept {
    word_.store(state, std::memory_order_release);  // sync: WORD -> enter, take, settle
  }

  /// Woken waiter: returns when the waker has released the lock bit, so that the object may be
  /// destroyed.
  void settle() const noexcept {
    for (base::spin_pause pause; (word_.load(std::memory_order_acquire) & guard) != 0;) pause();  // sync: WORD <- leave
  }

 private:
  base::atomic<word> word_;
};

}  // namespace skua::sched
