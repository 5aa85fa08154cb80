// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Fibonacci problem: sequential twin, known answers, number of inner nodes (each spawns once
// and joins once).
#pragma once

#include "support/opaque.hpp"

namespace bench {

SKUA_BENCH_ONE_CALL inline long fib_sequential(long n) {
  return n < 2 ? n : fib_sequential(n - 1) + fib_sequential(n - 2);
}

/// By iteration, so that it is independent of all measured functions.
inline long fib_answer(long n) {
  long a = 0;
  long b = 1;
  for (long i = 0; i < n; ++i) {
    long const next = a + b;
    a = b;
    b = next;
  }
  return a;
}
inline double fib_spawns(long n) { return static_cast<double>(fib_answer(n + 1) - 1); }

}  // namespace bench
