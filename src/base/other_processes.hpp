// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells thread sanitizer about other processes. The tool follows one process. If thread A writes
// and sends a message to another process, and the answer makes thread B read, then the order of the
// two goes through that process, where the tool does not see it. One object stands for all other
// processes: everything that has left this process comes before everything that arrives later.
// Races between threads that exchange nothing with other processes are found as before. Places of
// one process need none of this: the tool follows them.
#pragma once

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/config.hpp>

#if defined(SKUA_TSAN)
#include <sanitizer/tsan_interface.h>

namespace skua::base {

struct other_processes {
  static inline atomic<bool> share_memory{false};
  static inline char order = 0;
};

/// Notes that this process maps memory that other processes also map.
inline void share_memory_with_processes() noexcept {
  other_processes::share_memory.store(true, std::memory_order_relaxed);  // relaxed: before there are messages
}
/// Called before a write for another process.
inline void order_before_other_processes() noexcept {
  // relaxed: set at the start
  if (other_processes::share_memory.load(std::memory_order_relaxed)) __tsan_release(&other_processes::order);
}
/// Called after data of another process was found.
inline void order_after_other_processes() noexcept {
  // relaxed: set at the start
  if (other_processes::share_memory.load(std::memory_order_relaxed)) __tsan_acquire(&other_processes::order);
}

}  // namespace skua::base
#else
namespace skua::base {

inline void share_memory_with_processes() noexcept {}
inline void order_before_other_processes() noexcept {}
inline void order_after_other_processes() noexcept {}

}  // namespace skua::base
#endif
