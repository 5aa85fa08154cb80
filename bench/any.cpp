// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any: the cost that skua::any adds to a spawn at one place. One worker.
#include <skua/skua.hpp>

#include "support/fib_finish.hpp"
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
  skua::runtime place{workers(1)};
  auto const ns_of = [&](auto fib) { return checked_fib_seconds(place, n, fib) * 1e9 / fib_spawns(n); };
  report_rounds(state, size(7, 1), [&](int) -> figures {
    double const plain = ns_of(fib_finish);
    double const any = ns_of(fib_any);
    return {{time_figure, any * fib_spawns(n) * 1e-9}, {"extra_ns", any - plain}, {"plain_ns", plain}, {"any_ns", any}};
  });
}

}  // namespace

void add_any(suite& registry) { registry.add("any/spawn", spawn, {at_most("extra_ns", 0.5)}); }

}  // namespace bench
