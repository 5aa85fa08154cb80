// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/sleeping_thread.hpp"

#include <sched.h>

namespace skua::system {

// A waker that comes late finds a thread that runs elsewhere; then the mask is put back after the
// next sleep.

void sleeping_thread::before_sleep() noexcept {
  sleeps_.store(true, std::memory_order_relaxed);  // relaxed: a hint
}

bool sleeping_thread::before_wake_up(int thread) noexcept {
  if (!sleeps_.load(std::memory_order_relaxed)) return false;  // relaxed: a hint
  if (thread != 0) keep_from_this_processor(thread);
  return true;
}

void sleeping_thread::keep_from_this_processor(int thread) noexcept {
  int const processor = ::sched_getcpu();
  int const before = avoided_.load(std::memory_order_relaxed);  // relaxed: see above
  cpu_set_t mask;
  if (::sched_getaffinity(thread, sizeof mask, &mask) != 0) return;
  if (before >= 0) CPU_SET(before, &mask);
  if (processor < 0 || !CPU_ISSET(processor, &mask) || CPU_COUNT(&mask) < 2) return;
  CPU_CLR(processor, &mask);
  if (::sched_setaffinity(thread, sizeof mask, &mask) == 0)
    avoided_.store(processor, std::memory_order_relaxed);  // relaxed: see above
}

void sleeping_thread::after_sleep() noexcept {
  sleeps_.store(false, std::memory_order_relaxed);                       // relaxed: a hint
  int const avoided = avoided_.exchange(-1, std::memory_order_relaxed);  // relaxed: see above
  if (avoided < 0) return;
  cpu_set_t mask;
  if (::sched_getaffinity(0, sizeof mask, &mask) != 0) return;
  CPU_SET(avoided, &mask);
  ::sched_setaffinity(0, sizeof mask, &mask);
}

}  // namespace skua::system
