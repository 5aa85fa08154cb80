// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// statistics: the cost that collecting the time breakdown adds to fib/finish. One worker.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/fib_finish.hpp"
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

/// CPU seconds of one run; negative if the answer is wrong.
double checked_seconds(skua::runtime& place, long n) {
  long answer = 0;
  double const seconds = cpu_seconds([&] { answer = place.run([n] { return fib_finish(opaque(n)); }); });
  return answer == fib_answer(n) ? seconds : -1;
}

/// Two per cent is less than the random difference of two runs: each repetition takes the median of
/// several pairs.
void measure_collection(benchmark::State& state) {
  long const n = size(36, 27);
  int const pairs = size(5, 1);
  skua::options options_on = workers(1);
  options_on.stats = skua::stats_level::on;
  skua::runtime runtime_off{workers(1)};
  skua::runtime runtime_on{options_on};
  for (auto _ : state) {
    std::vector<double> seconds_off;
    std::vector<double> seconds_on;
    std::vector<double> percent;
    for (int pair = 0; pair < pairs; ++pair) {
      seconds_off.push_back(checked_seconds(runtime_off, n));
      seconds_on.push_back(checked_seconds(runtime_on, n));
      if (seconds_off.back() < 0 || seconds_on.back() < 0) return fail(state, "wrong answer");
      percent.push_back(100 * (seconds_on.back() / seconds_off.back() - 1));
    }
    state.SetIterationTime(quantile(seconds_on, 0.5));
    state.counters["percent"] = quantile(percent, 0.5);
    state.counters["off_ns"] = quantile(seconds_off, 0.5) * 1e9 / fib_spawns(n);
    state.counters["on_ns"] = quantile(seconds_on, 0.5) * 1e9 / fib_spawns(n);
  }
}

}  // namespace

void add_statistics(suite& registry) { registry.add("statistics/on", measure_collection, {at_most("percent", 2)}); }

}  // namespace bench
