// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibonacci with one task per inner node, in the general form: fib/finish, speedup/fib and
// statistics/on measure it.
#pragma once

#include <skua/skua.hpp>

#include "support/fib.hpp"

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

}  // namespace bench
