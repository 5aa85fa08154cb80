// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Intrusive doubly linked list through the nodes' `next` and `previous`; a node is in at most one.
// The user of the list locks it.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

/// Adds to a number that changes only under a lock, and that other threads read as a hint.
inline void add_locked(base::atomic<std::uint32_t>& number, std::uint32_t more) noexcept {
  number.store(number.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);  // relaxed: under the lock
}

template <class Node>
class linked_list {
 public:
  bool empty() const noexcept { return front_ == nullptr; }
  void push_front(Node* node) noexcept {
    node->previous = nullptr;
    node->next = front_;
    (front_ != nullptr ? front_->previous : back_) = node;
    front_ = node;
  }
  void push_back(Node* node) noexcept {
    node->next = nullptr;
    node->previous = back_;
    (back_ != nullptr ? back_->next : front_) = node;
    back_ = node;
  }
  Node* pop_front() noexcept {
    Node* node = front_;
    if (node == nullptr) return nullptr;
    front_ = node->next;
    (front_ != nullptr ? front_->previous : back_) = nullptr;
    return node;
  }
  Node* pop_back() noexcept {
    Node* node = back_;
    if (node == nullptr) return nullptr;
    back_ = node->previous;
    (back_ != nullptr ? back_->next : front_) = nullptr;
    return node;
  }

 private:
  Node* front_ = nullptr;
  Node* back_ = nullptr;
};

}  // namespace skua::sched
