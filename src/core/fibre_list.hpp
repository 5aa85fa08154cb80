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
  void push_front(fibre* f) noexcept {
    f->previous = nullptr;
    f->next = front_;
    (front_ != nullptr ? front_->previous : back_) = f;
    front_ = f;
  }
  void push_back(fibre* f) noexcept {
    f->next = nullptr;
    f->previous = back_;
    (back_ != nullptr ? back_->next : front_) = f;
    back_ = f;
  }
  fibre* pop_front() noexcept {
    fibre* f = front_;
    if (f == nullptr) return nullptr;
    front_ = f->next;
    (front_ != nullptr ? front_->previous : back_) = nullptr;
    return f;
  }
  fibre* pop_back() noexcept {
    fibre* f = back_;
    if (f == nullptr) return nullptr;
    back_ = f->previous;
    (back_ != nullptr ? back_->next : front_) = nullptr;
    return f;
  }

 private:
  fibre* front_ = nullptr;
  fibre* back_ = nullptr;
};

}  // namespace skua::sched
