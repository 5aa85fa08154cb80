// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partial results: one per worker, each on its own cache lines, and one for all external threads.
//
// Only the task that runs on a worker changes its partial, since merging does not suspend. Values
// that fit a lock-free atomic are changed by a relaxed load and store, so that a concurrent peek is
// no data race. Other values, and the partial of external threads, have a spinlock. The end of the
// scope orders the final result.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/operations.hpp>

namespace skua::sched {

template <class T>
inline constexpr bool lock_free_partial = [] {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>) {
    return sizeof(T) <= sizeof(void*);
  } else {
    return false;
  }
}();

template <class T, bool LockFree = lock_free_partial<T>>
class alignas(64) partial {
 public:
  explicit partial(T const& identity) : value_(identity) {}

  /// Called by the task on the partial's worker.
  template <class Op>
  SKUA_INLINE void merge_own(Op const& op, T const& x) {
    T v = value_.load(std::memory_order_relaxed);  // relaxed: only this worker writes
    merge(op, v, x);
    value_.store(v, std::memory_order_relaxed);  // relaxed: read after the scope, or as a snapshot
  }
  /// Called by external threads.
  template <class Op>
  void merge_shared(Op const& op, T const& x) {
    lock_.lock();
    merge_own(op, x);
    lock_.unlock();
  }
  template <class F>
  void look(F&& f) const {
    f(value_.load(std::memory_order_relaxed));  // relaxed: a snapshot, or ordered by the end of the scope
  }
  void assign(T const& x) { value_.store(x, std::memory_order_relaxed); }  // relaxed: ordered by the scopes around it

 private:
  base::atomic<T> value_;
  base::spinlock lock_;
};

template <class T>
class alignas(64) partial<T, false> {
 public:
  explicit partial(T const& identity) : value_(identity) {}

  template <class Op>
  void merge_own(Op const& op, T const& x) {
    base::spin_guard const g(lock_);
    merge(op, value_, x);
  }
  template <class Op>
  void merge_shared(Op const& op, T const& x) {
    merge_own(op, x);
  }
  /// Calls f(value), which may change the value.
  template <class F>
  void change(F&& f) {
    base::spin_guard const g(lock_);
    f(value_);
  }
  template <class F>
  void look(F&& f) const {
    base::spin_guard const g(lock_);
    f(value_);
  }
  void assign(T const& x) {
    base::spin_guard const g(lock_);
    value_ = x;
  }

 private:
  mutable base::spinlock lock_;
  T value_;
};

}  // namespace skua::sched
