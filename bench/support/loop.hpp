// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop over iterations of almost no work: the time is the cost of assigning the iterations.
#pragma once

#include <cstdint>

#include "support/opaque.hpp"

namespace bench {

/// One worker runs the loop, so a plain sum is enough. Every iteration loads and stores it. So the
/// compiler can neither vectorise the plain loop nor replace it by a formula, which it could not do
/// to the parallel loop either.
struct loop_sum {
  std::int64_t value = 0;
  void add(std::int64_t i) {
    value += i;
    touch(this);
  }
};

SKUA_BENCH_NOINLINE inline std::int64_t loop_sequential(std::int64_t n) {
  loop_sum sum;
  for (std::int64_t i = 0; i < n; ++i) sum.add(i);
  return sum.value;
}
inline std::int64_t loop_answer(std::int64_t n) { return n * (n - 1) / 2; }

}  // namespace bench
