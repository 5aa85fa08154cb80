// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU time of a process that has nothing to do.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <thread>

#include "support/case.hpp"
#include "support/clock.hpp"

namespace bench {

/// Long enough for spinning workers to park.
inline constexpr auto settling_time = std::chrono::milliseconds(100);
inline std::chrono::milliseconds idle_time() { return std::chrono::milliseconds(size(1000, 100)); }

/// Reports the case's counter: percent of one core, from CPU time and the wall time of the same
/// period.
inline void report_idle(benchmark::State& state, double cpu, double wall) {
  state.SetIterationTime(wall);
  state.counters["percent"] = 100 * cpu / wall;
}

}  // namespace bench
