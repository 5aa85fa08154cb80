// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The peer GNU parallel mode of the cases algorithms, which is written with OpenMP.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <functional>
#include <numeric>
#include <parallel/algorithm>
#include <parallel/numeric>

#include "support/algorithms.hpp"

namespace bench {
namespace {

/// Its functions, by the names of the standard library's.
namespace gnu {
using namespace __gnu_parallel;

template <class Iterator>
double reduce(Iterator first, Iterator last, double start) {
  return __gnu_parallel::accumulate(first, last, start, std::plus<double>());
}
template <class Iterator, class Function>
double transform_reduce(Iterator first, Iterator last, double start, std::plus<>, Function f) {
  return __gnu_parallel::inner_product(first, last, first, start, std::plus<double>(),
                                       [f](double a, double) { return f(a); });
}
template <class Iterator, class Output>
void inclusive_scan(Iterator first, Iterator last, Output output) {
  __gnu_parallel::partial_sum(first, last, output);
}

// These have no parallel form there, so no case calls them.
using std::copy_if;
using std::exclusive_scan;
using std::fill;
using std::unique;
}  // namespace gnu

}  // namespace

void call_gnu(algorithm_name name, algorithm_data& d) {
  __gnu_parallel::_Settings settings = __gnu_parallel::_Settings::get();
  settings.algorithm_strategy = __gnu_parallel::heuristic;
  __gnu_parallel::_Settings::set(settings);
  omp_set_num_threads(2);
#define SKUA_BENCH_CALL(function, ...) gnu::function(__VA_ARGS__)
  SKUA_BENCH_CALLS(SKUA_BENCH_CALL)
#undef SKUA_BENCH_CALL
}

}  // namespace bench

#endif
