// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The newest fibre that can continue at a worker (WORKER-1). Edge READY: its saved state reaches
// the worker that takes it. Explored in tests/model/worker_model.cpp.
#pragma once

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

template <class Fibre>
class fibre_slot {
 public:
  /// Owner. Returns false if there is a fibre in the slot.
  bool put_if_empty(Fibre* woken) noexcept {
    if (peek() != nullptr) return false;
    slot_.store(woken, std::memory_order_release);  // sync: READY -> take
    return true;
  }
  /// Owner. Returns the fibre that was in the slot, which is then the caller's, or nullptr.
  Fibre* replace(Fibre* woken) noexcept {
    return slot_.exchange(woken, std::memory_order_acq_rel);  // sync: READY -> take
  }

  /// Any thread. Returns nullptr if the slot is empty.
  Fibre* take() noexcept {
    Fibre* const found = peek();
    if (found == nullptr) return nullptr;
    if (base::mutated("fibre_slot.two_steps")) {
      slot_.store(nullptr, std::memory_order_relaxed);  // relaxed: a planted fault
      return found;
    }
    return slot_.exchange(nullptr, std::memory_order_acq_rel);  // sync: READY <- put_if_empty, replace
  }

  /// A hint, except for nullptr at the owner: only the owner stores another value.
  Fibre* peek() const noexcept { return slot_.load(std::memory_order_relaxed); }  // relaxed: only compared

 private:
  base::atomic<Fibre*> slot_{nullptr};
};

}  // namespace skua::sched
