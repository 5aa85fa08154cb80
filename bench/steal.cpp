// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// steal: from a spawn until the task starts on a second worker that searches for work.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

void latency(benchmark::State& state) {
  report_latency(state, [] {
    skua::runtime place{workers(2)};
    return place.run([] {
      return collect_latencies(
          steal_samples(), [] { spin_ns(spinning_pause_ns); },
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

void add_steal(suite& registry) { registry.add("steal/latency", latency, {at_most("latency_us", 0.4)}); }

}  // namespace bench
