// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of the cases algorithms/…, which are measured by several libraries, and their data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/// The algorithms: the name, whether the call changes its input, whether GNU parallel mode has a
/// parallel form, and the call, in which CALL(function, arguments...) stands for that of the
/// library.
#define SKUA_BENCH_ALGORITHMS(ALGORITHM, CALL)                                                                    \
  ALGORITHM(sort, true, true, CALL(sort, first, last))                                                            \
  ALGORITHM(stable_sort, true, true, CALL(stable_sort, first, last))                                              \
  ALGORITHM(nth_element, true, true, CALL(nth_element, first, first + d.half(), last))                            \
  ALGORITHM(merge, false, true, CALL(merge, first, first + d.half(), first + d.half(), last, d.out_keys.begin())) \
  ALGORITHM(for_each, true, true, CALL(for_each, x, end, scale()))                                                \
  ALGORITHM(transform, false, true, CALL(transform, x, end, d.sums.begin(), polynomial()))                        \
  ALGORITHM(fill, false, false, CALL(fill, d.sums.begin(), d.sums.end(), 1.5))                                    \
  ALGORITHM(reduce, false, true, d.result = CALL(reduce, x, end, 0.0))                                            \
  ALGORITHM(transform_reduce, false, true,                                                                        \
            d.result = CALL(transform_reduce, x, end, 0.0, std::plus<>(), polynomial()))                          \
  ALGORITHM(inclusive_scan, false, true, CALL(inclusive_scan, x, end, d.sums.begin()))                            \
  ALGORITHM(exclusive_scan, false, false, CALL(exclusive_scan, x, end, d.sums.begin(), 1.0))                      \
  ALGORITHM(copy_if, false, false,                                                                                \
            d.result = offset(CALL(copy_if, first, last, d.out_keys.begin(), even_key()), d.out_keys.begin()))    \
  ALGORITHM(partition, true, true, d.result = offset(CALL(partition, first, last, even_key()), first))            \
  ALGORITHM(unique, true, false, d.result = offset(CALL(unique, first, last), first))                             \
  ALGORITHM(min_element, false, true, d.result = offset(CALL(min_element, x, end), x))                            \
  ALGORITHM(find_if, false, true, d.result = offset(CALL(find_if, first, last, equals_last{d.keys.back()}), first))

namespace bench {

#define SKUA_BENCH_ENUMERATOR(name, ...) name,
enum class algorithm_name { SKUA_BENCH_ALGORITHMS(SKUA_BENCH_ENUMERATOR, ) };
#undef SKUA_BENCH_ENUMERATOR

/// Input and output of one call.
struct algorithm_data {
  std::vector<std::uint64_t> keys;  // random; merge: two sorted halves; unique: runs of equal ones
  std::vector<std::uint64_t> out_keys;
  std::vector<double> numbers;
  std::vector<double> sums;
  double result = 0;  // a sum, or a position

  [[nodiscard]] std::ptrdiff_t half() const { return static_cast<std::ptrdiff_t>(keys.size() / 2); }
};

/// The functions that the calls apply to elements.
struct polynomial {
  double operator()(double x) const { return (0.5 * x + 1.5) * x + 2.5; }
};
struct even_key {
  bool operator()(std::uint64_t k) const { return (k & 1) == 0; }
};
struct equals_last {
  std::uint64_t last;
  bool operator()(std::uint64_t k) const { return k == last; }
};
struct scale {
  void operator()(double& x) const { x = polynomial()(x); }
};

/// Makes one call, with two threads where there are threads.
using algorithm_call = void (*)(algorithm_name, algorithm_data&);
void call_sequential(algorithm_name, algorithm_data&);
void call_skua(algorithm_name, algorithm_data&);
void call_tbb(algorithm_name, algorithm_data&);  // std::execution::par
void call_gnu(algorithm_name, algorithm_data&);  // GNU parallel mode, an OpenMP program

template <class Iterator>
double offset(Iterator position, Iterator first) {
  return static_cast<double>(position - first);
}

/// The body of a function of the type algorithm_call.
#define SKUA_BENCH_CASE(algorithm, changes_input, has_gnu_form, call) \
  case algorithm_name::algorithm:                                     \
    call;                                                             \
    break;
#define SKUA_BENCH_CALLS(CALL)       \
  auto const first = d.keys.begin(); \
  auto const last = d.keys.end();    \
  auto const x = d.numbers.begin();  \
  auto const end = d.numbers.end();  \
  switch (name) { SKUA_BENCH_ALGORITHMS(SKUA_BENCH_CASE, CALL) }

}  // namespace bench
