// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parkers for what waits without a fibre: suspended coroutines and tasks that are not yet in any
// deque.
//
// Parkers are type-stable: a chunk lives as long as its place, so that a canceller may look at
// every parker at any time; whether one waits is said by its claim word alone.
// Invariants: P1 chunks are only added, at the front; P2 a parker on the free list is `running`.
// Threads: get and put from anyone, under the lock; for_each from anyone, without it. Edge CHUNK: a
// chunk's parkers are built before it is linked.
#pragma once

#include <cstddef>

#include <skua/base/spinlock.hpp>
#include <skua/sched/fibre.hpp>

namespace skua::sched {

/// A parker with a pointer back to what it wakes.
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

  pooled_parker* get();
  void put(pooled_parker* p) noexcept;

  /// Calls fn(parker&) for every parker there is; most of them do not wait.
  template <class Fn>
  void for_each(Fn&& fn) {
    chunk* c = chunks_.load(std::memory_order_acquire);  // sync: CHUNK <- get
    for (; c != nullptr; c = c->next) {
      for (pooled_parker& p : c->parkers) fn(static_cast<parker&>(p));
    }
  }

 private:
  static constexpr std::size_t per_chunk = 64;
  struct chunk {
    chunk* next = nullptr;
    pooled_parker parkers[per_chunk];
  };

  base::atomic<chunk*> chunks_{nullptr};
  base::spinlock lock_;
  pooled_parker* free_ = nullptr;
};

/// The pool of a place.
parker_pool& parkers_of(place_front* at) noexcept;

inline pooled_parker* pooled_parker_get(place_front* at) { return parkers_of(at).get(); }
inline void pooled_parker_put(place_front* at, pooled_parker* p) noexcept { parkers_of(at).put(p); }

/// Calls fn(parker&) for every parker of the place's pool: the canceller's way to those that wait
/// without a fibre.
template <class Fn>
void for_each_parker(place_front* at, Fn&& fn) {
  parkers_of(at).for_each(fn);
}

}  // namespace skua::sched
