// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The peer std::execution::par of the cases algorithms, which the standard library implements with
// oneTBB.
#if SKUA_BENCH_TBB

#include <algorithm>
#include <execution>
#include <functional>
#include <numeric>

#include "support/algorithms.hpp"
#include "support/tbb.hpp"

namespace bench {
namespace {

#define SKUA_BENCH_CALL(function, ...) std::function(std::execution::par, __VA_ARGS__)
void call_in_arena(algorithm_name name, algorithm_data& d) { SKUA_BENCH_CALLS(SKUA_BENCH_CALL) }
#undef SKUA_BENCH_CALL

}  // namespace

void call_tbb(algorithm_name name, algorithm_data& d) {
  static tbb::global_control const limit(tbb::global_control::max_allowed_parallelism, 2);
  static tbb::task_arena arena(2);
  arena.execute([&] { call_in_arena(name, d); });
}

}  // namespace bench

#endif
