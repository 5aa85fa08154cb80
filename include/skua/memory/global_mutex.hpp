// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// global_mutex: mutual exclusion among tasks of all places, first come, first served.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/place_local.hpp>

namespace skua {
namespace memory {

class mutex_home;
/// The part of a mutex at one place. Only the part at the mutex's home has the queue.
struct mutex_part {
  explicit mutex_part(int home_place);
  ~mutex_part();
  mutex_part(mutex_part const&) = delete;
  mutex_part& operator=(mutex_part const&) = delete;
  int home;
  mutex_home* queue;                       // null except at the home
  base::atomic<std::uint64_t> numbers{0};  // of lock requests made at this place
};

}  // namespace memory

/// Suspends waiting tasks and serves them in the order in which their requests arrived at its home,
/// the place that created it. Works with std::lock_guard, std::unique_lock and std::scoped_lock.
/// The object is an 8-byte handle; the scope that created the mutex owns it; capture the handle by
/// value. Any task may unlock. In a cancelled scope lock throws cancelled_error if it would have to
/// wait; the caller does not hold the mutex then.
class global_mutex {
 public:
  global_mutex();

  /// Waits for the lock, first come, first served. Throws cancelled_error, without the lock, in
  /// a cancelled scope.
  void lock() const;
  /// Takes the lock and returns true if it is free; otherwise returns false.
  [[nodiscard]] bool try_lock() const;
  /// Releases the lock. Any task may call it, at any place.
  void unlock() const;

 private:
  place_local<memory::mutex_part> part_;
};

}  // namespace skua
