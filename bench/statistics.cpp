// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// statistics: what collecting the time breakdown adds to fib/finish. One worker.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/fib_finish.hpp"
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

/// CPU seconds of one run; negative when the answer is wrong.
double timed(skua::runtime& place, long n) {
  long answer = 0;
  double const seconds = cpu_seconds([&] { answer = place.run([n] { return fib_finish(opaque(n)); }); });
  return answer == fib_answer(n) ? seconds : -1;
}

/// Two per cent is less than two runs differ by chance: each repetition takes the median of several
/// pairs.
void on(benchmark::State& state) {
  long const n = size(36, 27);
  int const pairs = size(5, 1);
  skua::options collecting = workers(1);
  collecting.stats = skua::stats_level::on;
  skua::runtime without{workers(1)};
  skua::runtime with{collecting};
  for (auto _ : state) {
    std::vector<double> plain;
    std::vector<double> collected;
    std::vector<double> percent;
    for (int pair = 0; pair < pairs; ++pair) {
      plain.push_back(timed(without, n));
      collected.push_back(timed(with, n));
      if (plain.back() < 0 || collected.back() < 0) return fail(state, "wrong answer");
      percent.push_back(100 * (collected.back() / plain.back() - 1));
    }
    state.SetIterationTime(quantile(collected, 0.5));
    state.counters["percent"] = quantile(percent, 0.5);
    state.counters["off_ns"] = quantile(plain, 0.5) * 1e9 / fib_spawns(n);
    state.counters["on_ns"] = quantile(collected, 0.5) * 1e9 / fib_spawns(n);
  }
}

}  // namespace

void add_statistics(suite& all) { all.add("statistics/on", on, {at_most("percent", 2)}); }

}  // namespace bench
