// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// steal/latency and wake/latency, written once for all runtimes: from a spawn until the task starts
// on a second thread, which searches for work, or has parked.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/clock.hpp"
#include "support/rounds.hpp"

namespace bench {

struct latencies {
  std::vector<double> ns;
  std::vector<double> spawn_ns;
  bool complete = true;
};

/// Collects `samples` latencies. `pause()` prepares the other threads. The caller does not run the
/// task: it waits without a scheduling point. Of several tasks, the start of the last one counts;
/// each waits for it, so that every task needs a thread.
template <class Runtime>
latencies collect_latencies(int samples, void (*pause)(), int tasks = 1) {
  constexpr int warm_up = 20;
  constexpr std::int64_t wait_limit = 10'000'000;  // then the caller runs the task itself, and the sample is 10 ms
  latencies result;
  for (int i = 0; i < samples + warm_up; ++i) {
    pause();
    std::atomic<std::int64_t> start{0};  // 0: it has not started
    std::atomic<int> missing{tasks};
    std::int64_t spawn_end = 0;
    auto const begin = wall_ns();
    Runtime::fork([&](auto&& spawn) {
      auto const wait = [&start, begin] {
        while (start.load(std::memory_order_acquire) == 0 && wall_ns() < begin + wait_limit) {
        }
      };
      for (int task = 0; task < tasks; ++task) {
        spawn([&start, &missing, wait] {
          auto const now = wall_ns();
          if (missing.fetch_sub(1) == 1) start.store(now, std::memory_order_release);
          wait();
        });
      }
      spawn_end = wall_ns();
      wait();
    });
    if (start.load(std::memory_order_acquire) == 0) result.complete = false;
    if (i < warm_up) continue;
    result.ns.push_back(static_cast<double>(start.load(std::memory_order_relaxed) - begin));
    result.spawn_ns.push_back(static_cast<double>(spawn_end - begin));
  }
  return result;
}

template <class Runtime, class State>
void measure_latency(State& state, int samples, void (*pause)()) {
  if (skipped_on_one_cpu(state)) return;
  for (auto _ : state) {
    load_meter const load;
    latencies const result = Runtime::run(2, [=] { return collect_latencies<Runtime>(samples, pause); });
    require(result.complete, "a task had not run when its scope ended");
    double const middle = median(result.ns);
    report(state,
           {{time_figure, middle * 1e-9},
            {"latency_us", middle * 1e-3},
            {"p90_us", quantile(result.ns, 0.9) * 1e-3},
            {"spawn_us", median(result.spawn_ns) * 1e-3}},
           load);
  }
}

/// The bounds are on `latency_us`.
template <class Runtime>
void add_latencies(suite& registry, std::vector<target> steal_bound = {}, std::vector<target> wake_bound = {}) {
  auto const steal = [](benchmark::State& state) {
    measure_latency<Runtime>(state, size(3000, 300), [] { spin_ns(3'000); });  // the other thread still spins
  };
  registry.add(std::string("steal/latency") + Runtime::suffix, steal, std::move(steal_bound));
  // Not a sleep of the runtime: the spawning thread stays in its task; only the other one parks.
  auto const wake = [](benchmark::State& state) {
    measure_latency<Runtime>(state, size(200, 30), [] { usleep(2'000); });
  };
  registry.add(std::string("wake/latency") + Runtime::suffix, wake, std::move(wake_bound));
}

}  // namespace bench
