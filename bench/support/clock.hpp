// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two clocks of the benchmarks: wall time and the CPU time of the whole process.
#pragma once

#include <cstdint>
#include <ctime>

namespace bench {

inline std::int64_t clock_ns(clockid_t clock_id) {
  timespec t{};
  clock_gettime(clock_id, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}
inline std::int64_t wall_ns() { return clock_ns(CLOCK_MONOTONIC); }
/// All threads together: includes spinning workers, and excludes the time taken by other processes.
inline std::int64_t cpu_ns() { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

template <class F>
double wall_seconds(F&& f) {
  auto const start = wall_ns();
  f();
  return 1e-9 * static_cast<double>(wall_ns() - start);
}
template <class F>
double cpu_seconds(F&& f) {
  auto const start = cpu_ns();
  f();
  return 1e-9 * static_cast<double>(cpu_ns() - start);
}

/// Burns CPU for that long without a scheduling point.
inline void spin_ns(std::int64_t duration) {
  auto const end = wall_ns() + duration;
  while (wall_ns() < end) {
  }
}

}  // namespace bench
