// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// steal, wake: from a spawn until the task starts on a second worker, which searches for work, or
// has parked.
#include <skua/skua.hpp>

#include <unistd.h>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

template <class Pause>
void report(benchmark::State& state, int samples, Pause pause) {
  report_latency(state, [=] {
    skua::runtime place{workers(2)};
    return place.run([=] {
      return collect_latencies(samples, pause, [](start_time& start, auto&& wait) {
        skua::finish([&] {
          skua::spawn([&start] { start.store(wall_ns(), std::memory_order_release); });
          wait();
        });
      });
    });
  });
}

// Not skua::sleep_for: the spawning worker stays in its task, and only the other worker parks.
void wait_until_parked() { usleep(parked_pause_us); }

}  // namespace

void add_steal(suite& registry) {
  auto const steal = [](benchmark::State& state) {
    report(state, steal_samples(), [] { spin_ns(spinning_pause_ns); });
  };
  registry.add("steal/latency", steal, {at_most("latency_us", 0.4)});
  auto const wake = [](benchmark::State& state) { report(state, wake_samples(), wait_until_parked); };
  registry.add("wake/latency", wake, {at_most("latency_us", 10)});
}

}  // namespace bench
