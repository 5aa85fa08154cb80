// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sequential twins of fib, fanout and reducer/add, and their answers.
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
/// The number of inner nodes: each spawns once and joins once.
inline double fib_spawns(long n) { return static_cast<double>(fib_answer(n + 1) - 1); }

/// What each task of a flat fan-out increments. A plain counter is enough: the case has one worker.
/// The store is not dropped because its address escapes.
struct fanout_counter {
  long value = 0;
  void count() {
    ++value;
    touch(this);
  }
};

SKUA_BENCH_NOINLINE inline long fanout_sequential(long n) {
  fanout_counter counter;
  for (long i = 0; i < n; ++i) counter.count();
  return counter.value;
}

SKUA_BENCH_NOINLINE inline long add_sequential(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) sum = opaque(sum + opaque(i));
  return sum;
}
inline long add_answer(long n) { return n * (n - 1) / 2; }

}  // namespace bench
