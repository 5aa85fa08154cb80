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

void call_in_arena(algorithm_name name, algorithm_data& d) {
  auto const first = d.keys.begin();
  auto const last = d.keys.end();
  auto const x = d.numbers.begin();
  auto const end = d.numbers.end();
  switch (name) {
    case algorithm_name::sort:
      std::sort(std::execution::par, first, last);
      break;
    case algorithm_name::stable_sort:
      std::stable_sort(std::execution::par, first, last);
      break;
    case algorithm_name::nth_element:
      std::nth_element(std::execution::par, first, first + d.half(), last);
      break;
    case algorithm_name::merge:
      std::merge(std::execution::par, first, first + d.half(), first + d.half(), last, d.out_keys.begin());
      break;
    case algorithm_name::for_each:
      std::for_each(std::execution::par, x, end, scale());
      break;
    case algorithm_name::transform:
      std::transform(std::execution::par, x, end, d.sums.begin(), polynomial_of());
      break;
    case algorithm_name::fill:
      std::fill(std::execution::par, d.sums.begin(), d.sums.end(), 1.5);
      break;
    case algorithm_name::reduce:
      d.result = std::reduce(std::execution::par, x, end, 0.0);
      break;
    case algorithm_name::transform_reduce:
      d.result = std::transform_reduce(std::execution::par, x, end, 0.0, std::plus<>(), polynomial_of());
      break;
    case algorithm_name::inclusive_scan:
      std::inclusive_scan(std::execution::par, x, end, d.sums.begin());
      break;
    case algorithm_name::exclusive_scan:
      std::exclusive_scan(std::execution::par, x, end, d.sums.begin(), 1.0);
      break;
    case algorithm_name::copy_if:
      d.result = static_cast<double>(std::copy_if(std::execution::par, first, last, d.out_keys.begin(), even_key()) -
                                     d.out_keys.begin());
      break;
    case algorithm_name::partition:
      d.result = static_cast<double>(std::partition(std::execution::par, first, last, even_key()) - first);
      break;
    case algorithm_name::unique:
      d.result = static_cast<double>(std::unique(std::execution::par, first, last) - first);
      break;
    case algorithm_name::min_element:
      d.result = static_cast<double>(std::min_element(std::execution::par, x, end) - x);
      break;
    case algorithm_name::find_if:
      d.result =
          static_cast<double>(std::find_if(std::execution::par, first, last, equals_last{d.keys.back()}) - first);
      break;
  }
}

}  // namespace

void call_tbb(algorithm_name name, algorithm_data& d) {
  static tbb::global_control const limit(tbb::global_control::max_allowed_parallelism, 2);
  static tbb::task_arena arena(2);
  arena.execute([&] { call_in_arena(name, d); });
}

}  // namespace bench

#endif
