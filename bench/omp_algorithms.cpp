// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The peer GNU parallel mode of the cases algorithms, which is written with OpenMP.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <cstdlib>
#include <functional>
#include <parallel/algorithm>
#include <parallel/numeric>

#include "support/algorithms.hpp"

namespace bench {

void call_gnu(algorithm_name name, algorithm_data& d) {
  __gnu_parallel::_Settings settings = __gnu_parallel::_Settings::get();
  settings.algorithm_strategy = __gnu_parallel::heuristic;
  __gnu_parallel::_Settings::set(settings);
  omp_set_num_threads(2);
  auto const first = d.keys.begin();
  auto const last = d.keys.end();
  auto const x = d.numbers.begin();
  auto const end = d.numbers.end();
  switch (name) {
    default:
      std::abort();  // has no parallel form there
    case algorithm_name::sort:
      __gnu_parallel::sort(first, last);
      break;
    case algorithm_name::stable_sort:
      __gnu_parallel::stable_sort(first, last);
      break;
    case algorithm_name::nth_element:
      __gnu_parallel::nth_element(first, first + d.half(), last);
      break;
    case algorithm_name::merge:
      __gnu_parallel::merge(first, first + d.half(), first + d.half(), last, d.out_keys.begin());
      break;
    case algorithm_name::for_each:
      __gnu_parallel::for_each(x, end, scale());
      break;
    case algorithm_name::transform:
      __gnu_parallel::transform(x, end, d.sums.begin(), polynomial_of());
      break;
    case algorithm_name::reduce:
      d.result = __gnu_parallel::accumulate(x, end, 0.0, std::plus<double>());
      break;
    case algorithm_name::transform_reduce:
      d.result = __gnu_parallel::inner_product(x, end, x, 0.0, std::plus<double>(),
                                               [](double a, double) { return polynomial(a); });
      break;
    case algorithm_name::inclusive_scan:
      __gnu_parallel::partial_sum(x, end, d.sums.begin());
      break;
    case algorithm_name::partition:
      d.result = static_cast<double>(__gnu_parallel::partition(first, last, even_key()) - first);
      break;
    case algorithm_name::min_element:
      d.result = static_cast<double>(__gnu_parallel::min_element(x, end) - x);
      break;
    case algorithm_name::find_if:
      d.result = static_cast<double>(__gnu_parallel::find_if(first, last, equals_last{d.keys.back()}) - first);
      break;
  }
}

}  // namespace bench

#endif
