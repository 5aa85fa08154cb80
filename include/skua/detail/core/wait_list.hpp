// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completion: a one-shot event with its waiters in one word. Future states, events and joins are
// built on it.
//
//   0               open, no waiters              bit 0  done
//   wait_node*      open, a list of waiters       bit 1  locked (to register, remove or complete)
//                                                 both   the completer claims the waiters
//
// Invariants
//   WAIT-1  A node is in the list exactly while the completion may wake its owner through it. It
//     lives on the waiter's stack, so it is read and removed only under the lock bit.
//   WAIT-2  The completer claims all waiters under the lock bit, stores done, and then resumes
//     those that it has won. The store is its last access to the word: a waiter may destroy the
//     object then. It does not touch the nodes of the others after the store.
//   WAIT-3  A waiter that a timeout or a canceller has claimed removes its node before it leaves.
//     When the removal has returned, the completer has made its last access to the node.
//   WAIT-4  A node whose `previous` is null is the first one, or lies before all that have one. So
//     registering touches no other node, and removals set each link once: n removals take n steps.
// Edges: DONE (a thread that sees done sees the result), LIST (lock bit).
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/parker.hpp>

namespace skua::sched {

struct wait_node;

/// What a completer calls for a node without a parker.
struct wait_callback {
  bool (*claim)(wait_node*) noexcept;  ///< under the lock bit; true if `fire` is to follow
  void (*fire)(wait_node*) noexcept;   ///< when the completion is done
};

/// One registration, of a parker or of a callback.
struct wait_node {
  wait_node* next = nullptr;
  wait_node* previous = nullptr;  ///< null until a removal needs it, and in the first node
  parker* waiter = nullptr;
  wait_callback const* callback = nullptr;  ///< used if `waiter` is null
};

class completion {
 public:
  completion() = default;
  constexpr explicit completion(bool is_done) noexcept : word_(is_done ? done_bit : 0) {}
  completion(completion const&) = delete;
  completion& operator=(completion const&) = delete;

  bool done() const noexcept { return word_.load(std::memory_order_acquire) == done_bit; }  // sync: DONE <- complete
  /// Whether the result is there. The completer may still be claiming waiters: only done() permits
  /// to destroy the completion.
  bool has_result() const noexcept {
    if (base::mutated("inputs.has_result")) return done();
    return (word_.load(std::memory_order_acquire) & done_bit) != 0;  // sync: DONE <- complete_slow
  }

  /// The caller will complete it soon: fetches the memory of a waiter.
  void prefetch_waiter() const noexcept {
    std::uintptr_t const list = word_.load(std::memory_order_relaxed);  // relaxed: a hint
    __builtin_prefetch(reinterpret_cast<void const*>(list & ~(done_bit | lock_bit)), 1);
  }

  /// Registers the node. Returns false if the completion is already done; then the node is not
  /// registered.
  [[nodiscard]] bool add(wait_node* node) noexcept {
    node->next = nullptr;
    node->previous = nullptr;
    std::uintptr_t open = 0;
    // sync: LIST -> lock
    if (word_.compare_exchange_strong(open, reinterpret_cast<std::uintptr_t>(node), std::memory_order_acq_rel,
                                      std::memory_order_relaxed)) {
      return true;
    }
    std::uintptr_t const head = lock();
    if (head == done_bit) return false;
    node->next = reinterpret_cast<wait_node*>(head);
    unlock(reinterpret_cast<std::uintptr_t>(node));
    return true;
  }

  /// After a timeout or a cancellation has claimed the waiter: removes the node if it is
  /// registered. Returns whether it was; if not, the completer has taken it.
  bool remove(wait_node* node) noexcept {
    std::uintptr_t const head = lock();
    if (head == done_bit) return false;
    auto* first = reinterpret_cast<wait_node*>(head);
    bool is_listed = true;
    if (node == first) {
      first = node->next;
      if (first != nullptr) first->previous = nullptr;
    } else {
      if (node->previous == nullptr) link_back(first);
      is_listed = node->previous != nullptr;
      if (is_listed) {
        node->previous->next = node->next;
        if (node->next != nullptr) node->next->previous = node->previous;
      }
    }
    unlock(reinterpret_cast<std::uintptr_t>(first));
    return is_listed;
  }

  /// Sets done and resumes or fires every waiter. Returns false if it was done before.
  bool complete() noexcept {
    std::uintptr_t list = word_.load(std::memory_order_relaxed);  // relaxed: a hint, the exchange decides
    // sync: DONE -> done
    if (list == 0 && word_.compare_exchange_strong(
                         list, done_bit,
                         base::mutated("completion.complete") ? std::memory_order_relaxed : std::memory_order_acq_rel,
                         std::memory_order_relaxed)) {  // relaxed: the slow path reads it again
      return true;
    }
    return complete_slow();
  }

  /// Sets done without waking. Only if no thread can be waiting (the caller holds the only handle).
  void complete_unshared() noexcept { word_.store(done_bit, std::memory_order_relaxed); }  // relaxed: not shared

  /// Opens it again; true if it was done.
  bool reset() noexcept {
    std::uintptr_t expected = done_bit;
    // sync: DONE <- complete
    return word_.compare_exchange_strong(expected, 0, std::memory_order_acq_rel, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uintptr_t done_bit = 1;
  static constexpr std::uintptr_t lock_bit = 2;

  /// Takes the lock bit, sets the `other` bits, and returns the list; if done: returns done_bit
  /// without the lock.
  std::uintptr_t lock(std::uintptr_t other = 0) noexcept {
    std::uintptr_t list = word_.load(std::memory_order_acquire);  // sync: DONE <- complete
    for (base::spin_pause pause;;) {
      if (list == done_bit) return list;
      if ((list & lock_bit) == 0) {
        // sync: LIST <- unlock; DONE -> has_result
        if (word_.compare_exchange_weak(list, list | lock_bit | other, std::memory_order_acq_rel,
                                        std::memory_order_acquire))
          return list;
      } else {
        pause();
        list = word_.load(std::memory_order_acquire);  // sync: DONE <- complete
      }
    }
  }
  void unlock(std::uintptr_t list) noexcept {
    // sync: LIST -> lock
    word_.store(list, base::mutated("completion.unlock") ? std::memory_order_relaxed : std::memory_order_release);
  }

  /// Sets `previous` in all nodes but the first (WAIT-4).
  static void link_back(wait_node* first) noexcept {
    for (wait_node* n = first; n != nullptr && n->next != nullptr && n->next->previous == nullptr; n = n->next)
      n->next->previous = n;
  }

  bool complete_slow() noexcept {
    std::uintptr_t const list = lock(done_bit);
    if (list == done_bit) return false;
    wait_node* won = nullptr;
    for (auto* n = reinterpret_cast<wait_node*>(list); n != nullptr;) {
      wait_node* const next = n->next;
      n->previous = nullptr;  // a waiter that a timeout has claimed removes it, perhaps after reset()
      if (n->waiter != nullptr ? n->waiter->try_win(wake_reason::event) : n->callback->claim(n)) {
        n->next = won;
        won = n;
      }
      n = next;
    }
    // sync: DONE -> done
    word_.store(done_bit, base::mutated("completion.done") ? std::memory_order_relaxed : std::memory_order_release);
    while (won != nullptr) {
      wait_node* const next = won->next;  // read first: the woken owner destroys the node
      if (won->waiter != nullptr) {
        won->waiter->deliver(wake_reason::event);
      } else {
        won->callback->fire(won);
      }
      won = next;
    }
    return true;
  }

  base::atomic<std::uintptr_t> word_{0};
};

}  // namespace skua::sched
