// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flat fan-out: one task spawns `n` tasks, each of which increments a counter; the sequential
// twin counts in a loop.
#pragma once

#include "support/opaque.hpp"

namespace bench {

/// A plain counter is enough: the case has one worker. The store is not dropped because its address
/// escapes.
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

}  // namespace bench
