// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library uses atomics only through these names, so that model tests can replace them.
//
// With SKUA_MODEL defined, `atomic`, the fences and `cpu_relax` come from the explorer of
// tests/model, which enumerates schedules and lets a load return any coherent older value.
// Otherwise they are the standard ones.
//
// light_fence/heavy_fence are an asymmetric pair: a compiler-only fence on the frequent side,
// membarrier(2) on the rare one. Where the kernel has no membarrier, asymmetric_fences() is false
// and both sides must use full_fence().
#pragma once

#if defined(SKUA_MODEL)
#include "explore/atomic.hpp"
namespace skua::base {
using model::atomic;
using model::cpu_relax;
using model::full_fence;
using model::heavy_fence;
using model::light_fence;
using model::mutated;
}  // namespace skua::base
#else
#include <atomic>

#include <skua/detail/base/config.hpp>

namespace skua::base {

template <class T>
using atomic = std::atomic<T>;

/// Orders this thread's accesses against a heavy_fence() of another thread. It only restricts the
/// compiler.
SKUA_INLINE void light_fence() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);  // sync: FENCE <-> heavy_fence
}

/// A sequentially consistent fence on behalf of all threads of the process (membarrier,
/// PRIVATE_EXPEDITED).
void heavy_fence() noexcept;

/// Whether heavy_fence() reaches the other threads; if not, use full_fence() on both sides.
bool asymmetric_fences() noexcept;

/// A sequentially consistent fence. Under thread sanitizer it is a read-modify-write, which the
/// sanitizer understands.
SKUA_INLINE void full_fence() noexcept {
#if defined(SKUA_TSAN)
  static std::atomic<int> line{0};
  line.fetch_add(0, std::memory_order_seq_cst);  // sync: FENCE <-> full_fence
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);  // sync: FENCE <-> full_fence
#endif
}

/// Tells the core that this thread spins.
SKUA_INLINE void cpu_relax() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

/// Planted faults of the model tests; never true in production.
constexpr bool mutated(char const*) noexcept { return false; }

}  // namespace skua::base
#endif
