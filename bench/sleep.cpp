// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sleep: tasks that sleep in the kernel, of which the library knows nothing, on two workers; beside
// std::async, which starts a thread for each.
#include <skua/skua.hpp>

#include <chrono>
#include <future>
#include <thread>
#include <vector>

#include "support/clock.hpp"
#include "support/rounds.hpp"
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

/// Milliseconds from the first task until all have ended.
template <class Future, class Async>
double ms_of_all(Async const& async) {
  bool is_right = true;
  double const seconds = wall_seconds([&] {
    std::vector<Future> futures;
    for (int i = 0; i < tasks; ++i) futures.push_back(async(sleep_in_kernel));
    for (Future& f : futures) is_right = f.get() && is_right;
  });
  require(is_right, "a task has not slept");
  return seconds * 1e3;
}

/// A fresh runtime in each round: its spare workers are not there yet.
double ms_with_skua() {
  skua::runtime place{workers(2)};
  return place.run([] { return ms_of_all<skua::future<bool>>([](auto const& f) { return skua::async(f); }); });
}
double ms_with_threads() {
  return ms_of_all<std::future<bool>>([](auto const& f) { return std::async(std::launch::async, f); });
}

void in_kernel(benchmark::State& state) {
  for (auto _ : state) {
    load_meter const load;
    figures f = medians_of_rounds(
        {size(7, 1)}, [](int) -> figures { return {{"async_ms", ms_with_threads()}, {"ms", ms_with_skua()}}; });
    f["to_async"] = f["ms"] / f["async_ms"];
    f[time_figure] = f["ms"] * 1e-3;
    report(state, f, load);
  }
}

}  // namespace

void add_sleep(suite& registry) { registry.add("sleep/in_kernel", in_kernel, {at_most("ms", 60)}, 1); }

}  // namespace bench
