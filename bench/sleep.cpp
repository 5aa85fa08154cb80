// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sleep: tasks that sleep in the kernel, of which the library knows nothing, on two workers; beside
// std::async, which starts a thread for each.
#include <skua/skua.hpp>

#include <chrono>
#include <future>
#include <thread>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/latency.hpp"
#include "support/load.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

constexpr int tasks = 40;
constexpr std::chrono::milliseconds sleep_time{20};

/// A task: whether it has slept long enough.
bool sleep_in_kernel() {
  return wall_seconds([] { std::this_thread::sleep_for(sleep_time); }) >=
         std::chrono::duration<double>(sleep_time).count();
}

/// Seconds from the first task until all have ended; negative if one has not slept.
template <class Future, class Async>
double seconds_of_all(Async const& async) {
  bool is_right = true;
  double const seconds = wall_seconds([&] {
    std::vector<Future> futures;
    for (int i = 0; i < tasks; ++i) futures.push_back(async(sleep_in_kernel));
    for (Future& f : futures) is_right = f.get() && is_right;
  });
  return is_right ? seconds : -1;
}

/// A fresh runtime in each round: its spare workers are not there yet.
double seconds_with_skua() {
  skua::runtime place{workers(2)};
  return place.run([] { return seconds_of_all<skua::future<bool>>([](auto const& f) { return skua::async(f); }); });
}
double seconds_with_threads() {
  return seconds_of_all<std::future<bool>>([](auto const& f) { return std::async(std::launch::async, f); });
}

void in_kernel(benchmark::State& state) {
  int const rounds = size(7, 1);
  for (auto _ : state) {
    load_meter const load;
    std::vector<double> with_skua;
    std::vector<double> with_threads;
    for (int round = 0; round < rounds; ++round) {
      with_threads.push_back(seconds_with_threads());
      with_skua.push_back(seconds_with_skua());
      if (with_threads.back() < 0 || with_skua.back() < 0) return fail(state, "a task has not slept");
    }
    double const seconds = quantile(with_skua, 0.5);
    state.SetIterationTime(seconds);
    state.counters["ms"] = seconds * 1e3;
    state.counters["async_ms"] = quantile(with_threads, 0.5) * 1e3;
    state.counters["to_async"] = seconds / quantile(with_threads, 0.5);
    state.counters["other_load"] = load.other_load();
  }
}

}  // namespace

void add_sleep(suite& registry) { registry.add("sleep/in_kernel", in_kernel, {at_most("ms", 60)}, 1); }

}  // namespace bench
