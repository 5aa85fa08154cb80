// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A clock that costs a few nanoseconds: loops and algorithms measure with it what an iteration
// costs.
//
// The counter of the processor is read without a fence, and its rate is assumed rather than
// measured. Both are good enough to tell a nanosecond from a microsecond, and nothing but the size
// of a chunk depends on it.
#pragma once

#include <chrono>
#include <cstdint>

#include <skua/detail/base/config.hpp>

namespace skua::base {

/// A time in units of the processor's counter.
SKUA_INLINE std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t now;
  asm volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// About this number of microseconds, in ticks.
SKUA_INLINE double ticks_per_microsecond() noexcept {
#if defined(__x86_64__)
  return 2500;  // counters run at two to four gigahertz
#elif defined(__aarch64__)
  std::uint64_t hertz;
  asm("mrs %0, cntfrq_el0" : "=r"(hertz));
  return static_cast<double>(hertz) * 1e-6;
#else
  return 1000;
#endif
}

}  // namespace skua::base
