// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mutex is a semaphore at its home, and lock is a task that waits there. Each lock has a number,
// so that a task whose scope was cancelled on the way (it cannot know whether the lock was given to
// it) takes back exactly its own.
#include <skua/memory/global_mutex.hpp>

#include <mutex>
#include <set>
#include <utility>

#include <skua/base/check.hpp>
#include <skua/base/spinlock.hpp>
#include <skua/cancel.hpp>
#include <skua/semaphore.hpp>
#include <skua/spawn.hpp>

namespace skua {
namespace memory {

/// A lock that a task wants: its place, and a number there.
using ticket = std::pair<int, std::uint64_t>;

class mutex_home {
 public:
  void lock(ticket t) {
    free_.acquire();
    if (!take(t)) free_.release();
  }
  [[nodiscard]] bool try_lock(ticket t) {
    if (!free_.try_acquire()) return false;
    if (!take(t)) free_.release();
    return true;
  }
  void unlock() {
    {
      std::lock_guard const hold(lock_);
      base::check(held_, "global_mutex: unlock without a lock");
      held_ = false;
    }
    free_.release();
  }
  /// The task with this ticket has given up: whatever it got goes back, also later.
  void abandon(ticket t) {
    {
      std::lock_guard const hold(lock_);
      if (!held_ || holder_ != t) {
        given_up_.insert(t);
        return;
      }
      held_ = false;
    }
    free_.release();
  }

 private:
  /// False: nobody waits for it any more.
  bool take(ticket t) {
    std::lock_guard const hold(lock_);
    if (given_up_.erase(t) != 0) return false;
    held_ = true;
    holder_ = t;
    return true;
  }

  binary_semaphore free_{1};
  base::spinlock lock_;  // what follows
  bool held_ = false;
  ticket holder_{-1, 0};
  std::set<ticket> given_up_;
};

mutex_part::mutex_part(int home_of_it) : home(home_of_it), queue(here() == home_of_it ? new mutex_home : nullptr) {}
mutex_part::~mutex_part() { delete queue; }

}  // namespace memory

using memory::mutex_part;
using memory::ticket;

global_mutex::global_mutex() : part_(here()) {}

void global_mutex::lock() const {
  mutex_part& mine = *part_;
  ticket const t{here(), mine.numbers.fetch_add(1, std::memory_order_relaxed)};  // relaxed: only different
  if (mine.queue != nullptr) return mine.queue->lock(t);
  try {
    at(mine.home, [](place_local<mutex_part> p, ticket x) { p->queue->lock(x); }, part_, t);
  } catch (...) {
    spawn(on(mine.home), shielded, [](place_local<mutex_part> p, ticket x) { p->queue->abandon(x); }, part_, t);
    throw;
  }
}

bool global_mutex::try_lock() const {
  mutex_part& mine = *part_;
  ticket const t{here(), mine.numbers.fetch_add(1, std::memory_order_relaxed)};  // relaxed: only different
  if (mine.queue != nullptr) return mine.queue->try_lock(t);
  try {
    return at(mine.home, [](place_local<mutex_part> p, ticket x) { return p->queue->try_lock(x); }, part_, t);
  } catch (...) {
    spawn(on(mine.home), shielded, [](place_local<mutex_part> p, ticket x) { p->queue->abandon(x); }, part_, t);
    throw;
  }
}

void global_mutex::unlock() const {
  mutex_part& mine = *part_;
  if (mine.queue != nullptr) return mine.queue->unlock();
  // Shielded: also in a cancelled scope. A task, not a post: the mutex must not go before it.
  spawn(on(mine.home), shielded, [](place_local<mutex_part> p) { p->queue->unlock(); }, part_);
}

}  // namespace skua
