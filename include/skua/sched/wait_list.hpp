// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completion: a one-shot event with its waiters in one word. Future states, events and joins are
// built on it.
//
//   0               open, nobody waits            bit 0  done
//   wait_node*      open, a list of waiters       bit 1  locked (by a registration, a removal or the completion)
//
// Invariants: W1 a node is in the list exactly while its owner may still be woken by it; it lives
// on the waiter's stack, so it is read and removed under the lock bit only. W2 the completer claims
// all waiters under the lock bit, stores done (its last access to the word: the object may be gone
// afterwards), and then resumes those it has won.
// W3 a waiter that was claimed by a timeout or by cancellation removes its node before it leaves.
// Edges: DONE (the result reaches whoever sees done), LIST (lock bit).
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>
#include <skua/sched/parker.hpp>

namespace skua::sched {

/// One registration. `who` waits; without it, `fire` is called (a continuation).
struct wait_node {
  wait_node* next = nullptr;
  parker* who = nullptr;
  void (*fire)(wait_node*) noexcept = nullptr;
};

class completion {
 public:
  completion() = default;
  completion(completion const&) = delete;
  completion& operator=(completion const&) = delete;

  bool done() const noexcept { return word_.load(std::memory_order_acquire) == done_bit; }  // sync: DONE <- complete

  /// Registers the node; false: already done, the node was not taken.
  [[nodiscard]] bool add(wait_node* node) noexcept {
    node->next = nullptr;
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

  /// After a timeout or a cancel claim: takes the node out if it is still in.
  void remove(wait_node* node) noexcept {
    std::uintptr_t const head = lock();
    if (head == done_bit) return;
    auto* first = reinterpret_cast<wait_node*>(head);
    wait_node** link = &first;
    while (*link != nullptr && *link != node) link = &(*link)->next;
    if (*link == node) *link = node->next;
    unlock(reinterpret_cast<std::uintptr_t>(first));
  }

  /// Sets it done and resumes or fires every waiter; false: it was done before.
  bool complete() noexcept {
    std::uintptr_t seen = word_.load(std::memory_order_relaxed);  // relaxed: a hint, the exchange decides
    // sync: DONE -> done
    if (seen == 0 && word_.compare_exchange_strong(
                         seen, done_bit,
                         base::mutated("completion.complete") ? std::memory_order_relaxed : std::memory_order_acq_rel,
                         std::memory_order_relaxed)) {  // relaxed: the slow path looks again
      return true;
    }
    return complete_slow();
  }

  /// Sets it done when nobody can be waiting (the caller holds the only handle).
  void complete_unshared() noexcept { word_.store(done_bit, std::memory_order_relaxed); }  // relaxed: not shared

  /// Opens it again; true if it was done.
  bool reset() noexcept {
    std::uintptr_t seen = done_bit;
    // sync: DONE <- complete
    return word_.compare_exchange_strong(seen, 0, std::memory_order_acq_rel, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uintptr_t done_bit = 1;
  static constexpr std::uintptr_t lock_bit = 2;

  /// The list with the lock bit held, or done_bit (not locked).
  std::uintptr_t lock() noexcept {
    std::uintptr_t seen = word_.load(std::memory_order_acquire);  // sync: DONE <- complete
    for (base::spin_pause pause;;) {
      if (seen == done_bit) return seen;
      if ((seen & lock_bit) == 0) {
        // sync: LIST <- unlock
        if (word_.compare_exchange_weak(seen, seen | lock_bit, std::memory_order_acquire, std::memory_order_acquire))
          return seen;
      } else {
        pause();
        seen = word_.load(std::memory_order_acquire);  // sync: DONE <- complete
      }
    }
  }
  void unlock(std::uintptr_t list) noexcept {
    // sync: LIST -> lock
    word_.store(list, base::mutated("completion.unlock") ? std::memory_order_relaxed : std::memory_order_release);
  }

  bool complete_slow() noexcept {
    std::uintptr_t const list = lock();
    if (list == done_bit) return false;
    wait_node* won = nullptr;
    for (auto* n = reinterpret_cast<wait_node*>(list); n != nullptr;) {
      wait_node* const next = n->next;
      if (n->who == nullptr || n->who->try_win(wake_reason::event)) {
        n->next = won;
        won = n;
      }
      n = next;
    }
    // sync: DONE -> done
    word_.store(done_bit, base::mutated("completion.done") ? std::memory_order_relaxed : std::memory_order_release);
    while (won != nullptr) {
      wait_node* const next = won->next;  // the node is gone once its owner runs
      if (won->who != nullptr) {
        won->who->deliver(wake_reason::event);
      } else {
        won->fire(won);
      }
      won = next;
    }
    return true;
  }

  base::atomic<std::uintptr_t> word_{0};
};

}  // namespace skua::sched
