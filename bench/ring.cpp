// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ring: round trips between two processes through a bare ring, both spinning, and with the other
// one asleep in a futex. No library code: the baseline for cases between places.
#include "support/raw_ring.hpp"

namespace bench {
namespace {

void round_trip(benchmark::State& state, raw_wait wait_mode) {
  if (skipped_on_one_cpu(state)) return;
  for (auto _ : state) {
    load_meter const load;
    auto const ns = raw_round_trips(wait_mode);
    double const middle = median(ns);
    report(state,
           {{time_figure, middle * 1e-9}, {"round_trip_us", middle * 1e-3}, {"p90_us", quantile(ns, 0.9) * 1e-3}},
           load);
  }
}

}  // namespace

void add_ring(suite& registry) {
  registry.add("ring/spinning", [](benchmark::State& state) { round_trip(state, raw_wait::spinning); });
  registry.add("ring/asleep", [](benchmark::State& state) { round_trip(state, raw_wait::asleep); });
}

}  // namespace bench
