// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wake: from a spawn until the task starts on a second worker that has parked.
#include <skua/skua.hpp>

#include <unistd.h>

#include "support/case.hpp"
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

void latency(benchmark::State& state) {
  report_latency(state, [] {
    skua::runtime place{workers(2)};
    return place.run([] {
      // usleep, not skua::sleep_for: the spawning worker stays in its task, and only the other
      // worker parks.
      return collect_latencies(
          wake_samples(), [] { usleep(parked_pause_us); },
          [](start_time& start, auto&& wait) {
            skua::finish([&] {
              skua::spawn([&start] { start.store(wall_ns(), std::memory_order_release); });
              wait();
            });
          });
    });
  });
}

}  // namespace

void add_wake(suite& registry) { registry.add("wake/latency", latency, {at_most("latency_us", 10)}); }

}  // namespace bench
