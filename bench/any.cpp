// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any: what it adds to a spawn at one place that the task might run anywhere. One worker.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/fib_finish.hpp"
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE long fib_any(long n) {
  if (n < 2) return n;
  long a;
  long b = 0;
  skua::finish([&] {
    skua::spawn(skua::any, [&a, n] { a = fib_any(n - 1); });
    b = fib_any(n - 2);
  });
  return a + b;
}

/// Half a nanosecond is less than two runs differ by chance: each repetition takes medians over
/// several pairs.
void spawn(benchmark::State& state) {
  long const n = size(36, 27);
  int const pairs = size(7, 1);
  skua::runtime place{workers(1)};
  double const spawns = fib_spawns(n);
  auto const ns_of = [&](auto fib) {
    long answer = 0;
    double const seconds = cpu_seconds([&] { answer = place.run([fib, n] { return fib(opaque(n)); }); });
    return answer == fib_answer(n) ? seconds * 1e9 / spawns : -1;
  };
  for (auto _ : state) {
    std::vector<double> plain;
    std::vector<double> any;
    std::vector<double> extra;
    for (int pair = 0; pair < pairs; ++pair) {
      plain.push_back(ns_of(fib_finish));
      any.push_back(ns_of(fib_any));
      if (plain.back() < 0 || any.back() < 0) return fail(state, "wrong answer");
      extra.push_back(any.back() - plain.back());
    }
    state.SetIterationTime(quantile(any, 0.5) * spawns * 1e-9);
    state.counters["extra_ns"] = quantile(extra, 0.5);
    state.counters["plain_ns"] = quantile(plain, 0.5);
    state.counters["any_ns"] = quantile(any, 0.5);
  }
}

}  // namespace

void add_any(suite& all) { all.add("any/spawn", spawn, {at_most("extra_ns", 0.5)}); }

}  // namespace bench
