// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which worker of a place sleeps in the transport, where messages wake it, and not on its parked
// word.
//
// Edge RECEIVER: store-buffering pair. The worker says that it is the receiver, fences fully, and
// reads its parked word; a waker clears that word, fences fully, and reads which worker is the
// receiver. So the worker stays awake, or the waker wakes it where it sleeps. Explored in
// tests/model/doorbell_model.cpp.
#pragma once

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/event_count.hpp>

namespace skua::sched {

class message_receiver {
 public:
  /// The worker is the receiver from now on. Returns false if another one is.
  bool begin(sleeper const& own) noexcept {
    sleeper const* none = nullptr;
    // sync: RECEIVER <- end; RECEIVER <-> is
    bool const begins =
        receiver_.compare_exchange_strong(none, &own, std::memory_order_acquire, std::memory_order_relaxed);
    if (begins && !base::mutated("receiver.begin")) base::full_fence();
    return begins;
  }
  void end() noexcept { receiver_.store(nullptr, std::memory_order_release); }  // sync: RECEIVER -> begin
  /// Whether a worker is the receiver.
  bool exists() const noexcept { return receiver_.load(std::memory_order_relaxed) != nullptr; }  // relaxed: a hint
  /// Waker, after it has cleared the parked word.
  bool is(sleeper const& woken) const noexcept {
    if (!base::mutated("receiver.is")) base::full_fence();
    return receiver_.load(std::memory_order_relaxed) == &woken;  // sync: RECEIVER <-> begin
  }

 private:
  base::atomic<sleeper const*> receiver_{nullptr};
};

}  // namespace skua::sched
