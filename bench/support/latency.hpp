// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From "make a task" to "the task runs on another worker": the loop that steal/latency and
// wake/latency share with their peers.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/load.hpp"

namespace bench {

/// When the task started; 0 if it has not started.
using start_time = std::atomic<std::int64_t>;

struct latencies {
  std::vector<double> ns;
  std::vector<double> spawn_ns;
  bool complete = true;
};

inline double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

/// Collects `samples` latencies. `pause()` prepares the other worker; `round(start, wait)` opens a
/// scope, makes a task that stores its start time, calls `wait`, and joins. The caller does not run
/// the task: it waits without a scheduling point.
template <class Pause, class Round>
latencies collect_latencies(int samples, Pause&& pause, Round&& round) {
  constexpr int warm_up = 20;
  constexpr std::int64_t wait_limit = 10'000'000;  // then the caller runs the task itself, and the sample is 10 ms
  latencies result;
  for (int i = 0; i < samples + warm_up; ++i) {
    pause();
    start_time start{0};
    std::int64_t spawn_end = 0;
    auto const begin = wall_ns();
    round(start, [&] {
      spawn_end = wall_ns();
      while (start.load(std::memory_order_acquire) == 0 && wall_ns() < begin + wait_limit) {
      }
    });
    if (start.load(std::memory_order_acquire) == 0) result.complete = false;
    if (i < warm_up) continue;
    result.ns.push_back(static_cast<double>(start.load(std::memory_order_relaxed) - begin));
    result.spawn_ns.push_back(static_cast<double>(spawn_end - begin));
  }
  return result;
}

/// Reports the median of one repetition; `measure` returns its latencies.
template <class Measure>
void report_latency(benchmark::State& state, Measure&& measure) {
  if (skipped_on_one_cpu(state)) return;
  for (auto _ : state) {
    load_meter const load;
    latencies const result = measure();
    if (!result.complete) return fail(state, "a task had not run when its scope ended");
    double const median = quantile(result.ns, 0.5);
    state.SetIterationTime(median * 1e-9);
    state.counters["latency_us"] = median * 1e-3;
    state.counters["p90_us"] = quantile(result.ns, 0.9) * 1e-3;
    state.counters["spawn_us"] = quantile(result.spawn_ns, 0.5) * 1e-3;
    state.counters["other_load"] = load.other_load();
  }
}

/// A pause after which the other worker still spins / has parked long ago.
inline constexpr std::int64_t spinning_pause_ns = 3'000;
inline constexpr unsigned parked_pause_us = 2'000;
inline int steal_samples() { return size(3000, 300); }
inline int wake_samples() { return size(200, 30); }

}  // namespace bench
