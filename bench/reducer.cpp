// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reducer: adding to a sum in a task, against adding to a variable. One worker.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/skua.hpp"
#include "support/twins.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE long add_reduced(long n) {
  skua::sum<long> r;
  skua::finish([r, n]() mutable {
    for (long i = 0; i < n; ++i) r += opaque(i);
  });
  return r.get();
}

void add(benchmark::State& state) {
  long const n = size(100'000'000L, 10'000'000L);
  skua::runtime place{workers(1)};
  compare(
      state, static_cast<double>(n), add_answer(n), [n] { return add_sequential(n); },
      [&] { return place.run([n] { return add_reduced(n); }); });
}

}  // namespace

void add_reducer(suite& registry) { registry.add("reducer/add", add, {at_most("ns_per_op", 1)}); }

}  // namespace bench
