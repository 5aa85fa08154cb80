// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls that the cases `algorithms/…` measure: each algorithm over the same input, by Skua and
// by its peers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

enum class algorithm_name {
  sort,
  stable_sort,
  nth_element,
  merge,
  for_each,
  transform,
  fill,
  reduce,
  transform_reduce,
  inclusive_scan,
  exclusive_scan,
  copy_if,
  partition,
  unique,
  min_element,
  find_if,
};

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
inline bool is_even_key(std::uint64_t k) { return (k & 1) == 0; }
inline double polynomial(double x) { return (0.5 * x + 1.5) * x + 2.5; }
struct polynomial_of {
  double operator()(double x) const { return polynomial(x); }
};
struct even_key {
  bool operator()(std::uint64_t k) const { return is_even_key(k); }
};
struct equals_last {
  std::uint64_t last;
  bool operator()(std::uint64_t k) const { return k == last; }
};
struct scale {
  void operator()(double& x) const { x = polynomial(x); }
};

/// Makes one call, with two threads where there are threads.
using algorithm_call = void (*)(algorithm_name, algorithm_data&);
void call_sequential(algorithm_name, algorithm_data&);
void call_skua(algorithm_name, algorithm_data&);
void call_tbb(algorithm_name, algorithm_data&);  // std::execution::par
void call_gnu(algorithm_name, algorithm_data&);  // GNU parallel mode, an OpenMP program

}  // namespace bench
