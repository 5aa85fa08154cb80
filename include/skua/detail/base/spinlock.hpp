// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A four-byte spinlock for sections of a few instructions. A waiter yields its time slice when the
// holder seems to be descheduled.
//
// Invariant: word_ is 1 exactly while a thread is between lock and unlock. Any thread may lock; the
// holder must not suspend. Edge LOCK: unlock's release store makes the section visible to the next
// holder's acquire exchange.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

namespace skua::base {

void yield_thread() noexcept;

/// Called between two reads of a word that another thread is about to change. Every 200th call
/// yields the time slice, because the other thread may be descheduled.
class spin_pause {
 public:
  void operator()() noexcept {
    if (++tries_ < 200) return cpu_relax();
    yield_thread();
    tries_ = 0;
  }

 private:
  unsigned tries_ = 0;
};

class spinlock {
 public:
  bool try_lock() noexcept {
    return word_.load(std::memory_order_relaxed) == 0 &&       // relaxed: a hint, the exchange decides
           word_.exchange(1, std::memory_order_acquire) == 0;  // sync: LOCK <- unlock
  }
  void lock() noexcept {
    for (spin_pause pause; !try_lock();) pause();
  }
  void unlock() noexcept {
    // sync: LOCK -> try_lock
    word_.store(0, mutated("spinlock.unlock") ? std::memory_order_relaxed : std::memory_order_release);
  }

 private:
  atomic<std::uint32_t> word_{0};
};

/// Holds a spinlock for the rest of the block. (It replaces std::lock_guard because <mutex> is a
/// heavy header for every user.)
class spin_guard {
 public:
  explicit spin_guard(spinlock& spinlock) noexcept : lock_(spinlock) { lock_.lock(); }
  ~spin_guard() { lock_.unlock(); }
  spin_guard(spin_guard const&) = delete;
  spin_guard& operator=(spin_guard const&) = delete;

 private:
  spinlock& lock_;
};

#if defined(SKUA_MODEL)
inline void yield_thread() noexcept { cpu_relax(); }
#endif

}  // namespace skua::base
