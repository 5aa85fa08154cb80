// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of a function that calls the algorithm `name` with the data `d`, in the way that
// CALL(function, arguments...) says.
#pragma once

#define SKUA_BENCH_CALLS(CALL)                                                                                         \
  auto const first = d.keys.begin();                                                                                   \
  auto const last = d.keys.end();                                                                                      \
  auto const x = d.numbers.begin();                                                                                    \
  auto const end = d.numbers.end();                                                                                    \
  switch (name) {                                                                                                      \
    case algorithm_name::sort:                                                                                         \
      CALL(sort, first, last);                                                                                         \
      break;                                                                                                           \
    case algorithm_name::stable_sort:                                                                                  \
      CALL(stable_sort, first, last);                                                                                  \
      break;                                                                                                           \
    case algorithm_name::nth_element:                                                                                  \
      CALL(nth_element, first, first + d.half(), last);                                                                \
      break;                                                                                                           \
    case algorithm_name::merge:                                                                                        \
      CALL(merge, first, first + d.half(), first + d.half(), last, d.out_keys.begin());                                \
      break;                                                                                                           \
    case algorithm_name::for_each:                                                                                     \
      CALL(for_each, x, end, scale());                                                                                 \
      break;                                                                                                           \
    case algorithm_name::transform:                                                                                    \
      CALL(transform, x, end, d.sums.begin(), polynomial_of());                                                        \
      break;                                                                                                           \
    case algorithm_name::fill:                                                                                         \
      CALL(fill, d.sums.begin(), d.sums.end(), 1.5);                                                                   \
      break;                                                                                                           \
    case algorithm_name::reduce:                                                                                       \
      d.result = CALL(reduce, x, end, 0.0);                                                                            \
      break;                                                                                                           \
    case algorithm_name::transform_reduce:                                                                             \
      d.result = CALL(transform_reduce, x, end, 0.0, std::plus<>(), polynomial_of());                                  \
      break;                                                                                                           \
    case algorithm_name::inclusive_scan:                                                                               \
      CALL(inclusive_scan, x, end, d.sums.begin());                                                                    \
      break;                                                                                                           \
    case algorithm_name::exclusive_scan:                                                                               \
      CALL(exclusive_scan, x, end, d.sums.begin(), 1.0);                                                               \
      break;                                                                                                           \
    case algorithm_name::copy_if:                                                                                      \
      d.result = static_cast<double>(CALL(copy_if, first, last, d.out_keys.begin(), even_key()) - d.out_keys.begin()); \
      break;                                                                                                           \
    case algorithm_name::partition:                                                                                    \
      d.result = static_cast<double>(CALL(partition, first, last, even_key()) - first);                                \
      break;                                                                                                           \
    case algorithm_name::unique:                                                                                       \
      d.result = static_cast<double>(CALL(unique, first, last) - first);                                               \
      break;                                                                                                           \
    case algorithm_name::min_element:                                                                                  \
      d.result = static_cast<double>(CALL(min_element, x, end) - x);                                                   \
      break;                                                                                                           \
    case algorithm_name::find_if:                                                                                      \
      d.result = static_cast<double>(CALL(find_if, first, last, equals_last{d.keys.back()}) - first);                  \
      break;                                                                                                           \
  }
