// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two clocks of the benchmarks: wall time and the CPU time of the whole process.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>

namespace bench {

inline std::int64_t clock_ns(clockid_t clock_id) {
  timespec t{};
  clock_gettime(clock_id, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}
inline std::int64_t wall_ns() { return clock_ns(CLOCK_MONOTONIC); }
/// All threads together: includes spinning workers, and excludes the time taken by other processes.
inline std::int64_t cpu_ns() { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

/// Of wall time.
template <class F>
double nanoseconds_of(F&& f) {
  auto const start = wall_ns();
  f();
  return static_cast<double>(wall_ns() - start);
}
template <class F>
double wall_seconds(F&& f) {
  return 1e-9 * nanoseconds_of(f);
}
template <class F>
double cpu_seconds(F&& f) {
  auto const start = cpu_ns();
  f();
  return 1e-9 * static_cast<double>(cpu_ns() - start);
}

/// The threads of a peer may spin for a while after they have ended their work: they must not
/// disturb the next measurement.
inline void wait_until_idle() {
  constexpr auto pause = std::chrono::milliseconds(5);
  for (int i = 0; i < 100; ++i)
    if (cpu_seconds([&] { std::this_thread::sleep_for(pause); }) < 1e-4) return;
}

/// Burns CPU for that long without a scheduling point.
inline void spin_ns(std::int64_t duration) {
  auto const end = wall_ns() + duration;
  while (wall_ns() < end) {
  }
}

}  // namespace bench
