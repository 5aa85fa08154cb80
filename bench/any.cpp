// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any: the cost that skua::any adds to a spawn at one place. One worker.
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

/// Half a nanosecond is less than the random difference of two runs: each repetition takes medians
/// over several pairs.
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
    std::vector<double> plain_ns;
    std::vector<double> any_ns;
    std::vector<double> extra_ns;
    for (int pair = 0; pair < pairs; ++pair) {
      plain_ns.push_back(ns_of(fib_finish));
      any_ns.push_back(ns_of(fib_any));
      if (plain_ns.back() < 0 || any_ns.back() < 0) return fail(state, "wrong answer");
      extra_ns.push_back(any_ns.back() - plain_ns.back());
    }
    state.SetIterationTime(quantile(any_ns, 0.5) * spawns * 1e-9);
    state.counters["extra_ns"] = quantile(extra_ns, 0.5);
    state.counters["plain_ns"] = quantile(plain_ns, 0.5);
    state.counters["any_ns"] = quantile(any_ns, 0.5);
  }
}

}  // namespace

void add_any(suite& registry) { registry.add("any/spawn", spawn, {at_most("extra_ns", 0.5)}); }

}  // namespace bench
