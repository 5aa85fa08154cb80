// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding a hundred million values: the twin of the reducer cases.
#pragma once

#include "support/opaque.hpp"

namespace bench {

SKUA_BENCH_NOINLINE inline long add_sequential(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) sum = opaque(sum + opaque(i));
  return sum;
}
inline long add_answer(long n) { return n * (n - 1) / 2; }

}  // namespace bench
