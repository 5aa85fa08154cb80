// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fanout: one task spawns ten million. The time per task, and the memory growth of a fresh process.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/child.hpp"
#include "support/compare.hpp"
#include "support/memory.hpp"
#include "support/rounds.hpp"
#include "support/skua.hpp"
#include "support/twins.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE long fanout(long n) {
  fanout_counter counter;
  skua::finish([&counter, n] {
    for (long i = 0; i < n; ++i) skua::spawn([&counter] { counter.count(); });
  });
  return counter.value;
}

long tasks() { return size(10'000'000L, 1'000'000L); }

double growth_mb() {
  skua::runtime place{workers(1)};
  double const kb_before = place.run([] { return resident_kb(); });
  require(place.run([] { return fanout(tasks()); }) == tasks(), "wrong number of tasks");
  return (peak_resident_kb() - kb_before) / 1024;
}

void fanout_10m(benchmark::State& state) {
  skua::runtime place{workers(1)};
  compare(
      state, static_cast<double>(tasks()), tasks(), [] { return fanout_sequential(tasks()); },
      [&] { return place.run([] { return fanout(tasks()); }); });
  if (!state.error_occurred()) state.counters["growth_mb"] = measure_in_child("fanout");
}

}  // namespace

void add_fanout(suite& registry) {
  registry.add("fanout/10M", fanout_10m, {at_most("ns_per_op", 4), at_most("growth_mb", 4)});
  registry.add_measurement("fanout", growth_mb);
}

}  // namespace bench
