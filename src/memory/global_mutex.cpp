// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mutex is a semaphore at its home, and lock is a task that waits there. Each lock request has a
// number. If its scope is cancelled while it waits, a task cannot know whether it got the lock;
// with the number it gives up exactly its own request.
#include <skua/memory/global_mutex.hpp>

#include <mutex>
#include <set>
#include <utility>

#include <skua/cancel.hpp>
#include <skua/detail/base/check.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/semaphore.hpp>
#include <skua/spawn.hpp>

namespace skua {
namespace memory {

/// A lock request: the place of the task, and a number there.
using ticket = std::pair<int, std::uint64_t>;

class mutex_home {
 public:
  void lock(ticket own) {
    free_.acquire();
    if (!take(own)) free_.release();
  }
  [[nodiscard]] bool try_lock(ticket own) {
    if (!free_.try_acquire()) return false;
    if (!take(own)) free_.release();
    return true;
  }
  void unlock() {
    {
      std::lock_guard const hold(lock_);
      base::check(is_held_, "global_mutex: unlock without a lock");
      is_held_ = false;
    }
    free_.release();
  }
  /// The task with this ticket has given up: releases the mutex if it holds it, now or later.
  void abandon(ticket ticket) {
    {
      std::lock_guard const hold(lock_);
      if (!is_held_ || holder_ != ticket) {
        abandoned_.insert(ticket);
        return;
      }
      is_held_ = false;
    }
    free_.release();
  }

 private:
  /// Returns false if the task with this ticket has given up.
  bool take(ticket ticket) {
    std::lock_guard const hold(lock_);
    if (abandoned_.erase(ticket) != 0) return false;
    is_held_ = true;
    holder_ = ticket;
    return true;
  }

  binary_semaphore free_{1};
  base::spinlock lock_;  // guards the members below
  bool is_held_ = false;
  ticket holder_{-1, 0};
  std::set<ticket> abandoned_;
};

mutex_part::mutex_part(int home_place) : home(home_place), queue(here() == home_place ? new mutex_home : nullptr) {}
mutex_part::~mutex_part() { delete queue; }

}  // namespace memory

using memory::mutex_part;
using memory::ticket;

global_mutex::global_mutex() : part_(here()) {}

void global_mutex::lock() const {
  mutex_part& part = *part_;
  ticket const own{here(), part.numbers.fetch_add(1, std::memory_order_relaxed)};  // relaxed: only different
  if (part.queue != nullptr) return part.queue->lock(own);
  try {
    at(part.home, [](place_local<mutex_part> local, ticket ticket) { local->queue->lock(ticket); }, part_, own);
  } catch (...) {
    spawn(
        on(part.home), shielded, [](place_local<mutex_part> local, ticket ticket) { local->queue->abandon(ticket); },
        part_, own);
    throw;
  }
}

bool global_mutex::try_lock() const {
  mutex_part& part = *part_;
  ticket const own{here(), part.numbers.fetch_add(1, std::memory_order_relaxed)};  // relaxed: only different
  if (part.queue != nullptr) return part.queue->try_lock(own);
  try {
    return at(
        part.home, [](place_local<mutex_part> local, ticket ticket) { return local->queue->try_lock(ticket); }, part_,
        own);
  } catch (...) {
    spawn(
        on(part.home), shielded, [](place_local<mutex_part> local, ticket ticket) { local->queue->abandon(ticket); },
        part_, own);
    throw;
  }
}

void global_mutex::unlock() const {
  mutex_part& part = *part_;
  if (part.queue != nullptr) return part.queue->unlock();
  // Shielded: it must run even in a cancelled scope. A task, not a post: the mutex must outlive it.
  spawn(on(part.home), shielded, [](place_local<mutex_part> local) { local->queue->unlock(); }, part_);
}

}  // namespace skua
