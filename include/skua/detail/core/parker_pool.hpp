// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parkers for waiters without a fibre: suspended coroutines, and tasks that are not yet in a deque.
//
// Parkers are type-stable: a chunk lives as long as its place, so that a canceller may read every
// parker at any time. Only the claim word says whether a parker waits.
// Invariants
//   PARKER-POOL-1  Chunks are only added, at the front.
//   PARKER-POOL-2  A parker on the free list is `running`.
// Threads: any thread calls get and put, which take the lock, and for_each, which does not. Edge
// CHUNK: a chunk's parkers are constructed before it is linked.
#pragma once

#include <cstddef>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

/// A parker with a pointer to the object that it wakes.
struct pooled_parker : parker {
  void* context = nullptr;
  pooled_parker* next_free = nullptr;
};

/// The parkers of one place; the place owns it.
class parker_pool {
 public:
  parker_pool() = default;
  ~parker_pool();
  parker_pool(parker_pool const&) = delete;
  parker_pool& operator=(parker_pool const&) = delete;

  /// One to `n` parkers, linked by next_free; sets `n` to their number.
  pooled_parker* get(std::uint32_t& n);
  /// Takes the parkers from `first` to `last`, linked by next_free.
  void put(pooled_parker* first, pooled_parker* last) noexcept;

  /// The parkers that get has handed out and put has not got back. When no thread runs.
  std::size_t count_used() const noexcept;

  /// Calls fn(parker&) for every parker, whether or not it waits.
  template <class Fn>
  void for_each(Fn&& fn) {
    chunk* oldest = chunks_.load(std::memory_order_acquire);  // sync: CHUNK <- get
    for (; oldest != nullptr; oldest = oldest->next) {
      for (pooled_parker& pooled_parker : oldest->parkers) fn(static_cast<parker&>(pooled_parker));
    }
  }

 private:
  pooled_parker* take_locked(std::uint32_t& n) noexcept;

  static constexpr std::size_t per_chunk = 64;
  struct chunk {
    chunk* next = nullptr;
    pooled_parker parkers[per_chunk];
  };

  base::atomic<chunk*> chunks_{nullptr};
  base::spinlock lock_;
  pooled_parker* free_ = nullptr;
};

/// A parker of that place, or its return. A worker keeps some for itself.
pooled_parker* pooled_parker_get(place_front* at);
void pooled_parker_put(place_front* at, pooled_parker* parker) noexcept;

}  // namespace skua::sched
