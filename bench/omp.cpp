// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenMP peers of the cases.
#if SKUA_BENCH_OMP

#include "support/omp.hpp"

#include "support/peers.hpp"

namespace bench {
namespace {

void reducer_add(benchmark::State& state) {
  long const n = size(100'000'000L, 10'000'000L);
  compare(
      state, static_cast<double>(n), add_answer(n), [n] { return add_sequential(n); },
      [n] {
        long sum = 0;
#pragma omp parallel for num_threads(1) reduction(+ : sum)
        for (long i = 0; i < n; ++i) sum = opaque(sum + opaque(i));
        return sum;
      });
}

}  // namespace

void add_omp(suite& registry) {
  add_peer<omp_runtime>(registry, size(27, 20));  // its tasks share one lock
  registry.add("fanout/10M/omp", compare_fanout<omp_runtime>);
  registry.add("reducer/add/omp", reducer_add);
}

}  // namespace bench

#endif
