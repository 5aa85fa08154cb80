// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// global_mutex: mutual exclusion among tasks of all places, in the order of their coming.
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>
#include <skua/place_local.hpp>

namespace skua {
namespace memory {

class mutex_home;
/// What a place has of a mutex: its home has the queue, the others only the name.
struct mutex_part {
  explicit mutex_part(int home_of_it);
  ~mutex_part();
  mutex_part(mutex_part const&) = delete;
  mutex_part& operator=(mutex_part const&) = delete;
  int home;
  mutex_home* queue;                       // null elsewhere
  base::atomic<std::uint64_t> numbers{0};  // of locks wanted here
};

}  // namespace memory

/// Suspends the tasks that wait and serves them in the order in which they came to its home, the
/// place where it was made. Works with std::lock_guard and its relatives. An 8-byte name owned by
/// the scope that made it; capture it by value. Any task may unlock. In a cancelled scope lock
/// throws cancelled_error where it would have to wait, and the mutex is not held then.
class global_mutex {
 public:
  global_mutex();

  void lock() const;
  [[nodiscard]] bool try_lock() const;
  void unlock() const;

 private:
  place_local<memory::mutex_part> part_;
};

}  // namespace skua
