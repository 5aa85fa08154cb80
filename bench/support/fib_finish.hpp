// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibonacci with one task per inner node, in the general form: fib/finish, speedup/fib and
// statistics/on measure it.
#pragma once

#include <skua/skua.hpp>

#include "support/clock.hpp"
#include "support/rounds.hpp"
#include "support/twins.hpp"

namespace bench {

SKUA_BENCH_NOINLINE inline long fib_finish(long n) {
  if (n < 2) return n;
  long a;
  long b = 0;
  skua::finish([&] {
    skua::spawn([&a, n] { a = fib_finish(n - 1); });
    b = fib_finish(n - 2);
  });
  return a + b;
}

/// CPU seconds of one run of a Fibonacci function.
template <class Fib>
double checked_fib_seconds(skua::runtime& place, long n, Fib fib) {
  long answer = 0;
  double const seconds = cpu_seconds([&] { answer = place.run([fib, n] { return fib(opaque(n)); }); });
  require(answer == fib_answer(n), "wrong answer");
  return seconds;
}

}  // namespace bench
