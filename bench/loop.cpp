// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// loop: for_async that splits on demand, over iterations of almost no work. One worker.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/loop.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE std::int64_t loop_parallel(std::int64_t n) {
  loop_sum sum;
  skua::finish([&sum, n] { skua::for_async(n, [&sum](std::int64_t i) { sum.add(i); }); });
  return sum.value;
}

void on_demand(benchmark::State& state) {
  auto const n = size<std::int64_t>(100'000'000, 10'000'000);
  skua::runtime place{workers(1)};
  compare(
      state, static_cast<double>(n), loop_answer(n), [n] { return loop_sequential(n); },
      [&] { return place.run([n] { return loop_parallel(n); }); });
}

}  // namespace

void add_loop(suite& registry) { registry.add("loop/on_demand", on_demand, {at_most("ns_per_op", 1)}); }

}  // namespace bench
