// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Intrusive doubly linked list of fibres through next/previous; a fibre is in at most one. The user
// of the list locks it.
#pragma once

#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

class fibre_list {
 public:
  bool empty() const noexcept { return front_ == nullptr; }
  void push_front(fibre* fibre) noexcept {
    fibre->previous = nullptr;
    fibre->next = front_;
    (front_ != nullptr ? front_->previous : back_) = fibre;
    front_ = fibre;
  }
  void push_back(fibre* fibre) noexcept {
    fibre->next = nullptr;
    fibre->previous = back_;
    (back_ != nullptr ? back_->next : front_) = fibre;
    back_ = fibre;
  }
  fibre* pop_front() noexcept {
    fibre* fibre = front_;
    if (fibre == nullptr) return nullptr;
    front_ = fibre->next;
    (front_ != nullptr ? front_->previous : back_) = nullptr;
    return fibre;
  }
  fibre* pop_back() noexcept {
    fibre* fibre = back_;
    if (fibre == nullptr) return nullptr;
    back_ = fibre->previous;
    (back_ != nullptr ? back_->next : front_) = nullptr;
    return fibre;
  }

 private:
  fibre* front_ = nullptr;
  fibre* back_ = nullptr;
};

}  // namespace skua::sched
