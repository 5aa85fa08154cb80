// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes and functions that keep the compiler from changing the measured program.
#pragma once

// One call per node: neither inlined into itself, nor specialised for constants, nor turned into a
// loop.
#if defined(__clang__)
#define SKUA_BENCH_ONE_CALL __attribute__((noinline, disable_tail_calls))
#else
#define SKUA_BENCH_ONE_CALL __attribute__((noinline, noclone, optimize("no-optimize-sibling-calls")))
#endif

// A variant for functions that must still inline the library's own (gcc does not inline across
// differing `optimize`).
#if defined(__clang__)
#define SKUA_BENCH_NOINLINE __attribute__((noinline))
#else
#define SKUA_BENCH_NOINLINE __attribute__((noinline, noclone))
#endif

namespace bench {

/// Tells the compiler that the memory behind `p` may be read and written here: stores to it are
/// neither merged nor dropped.
inline void touch(void const* p) { asm volatile("" : : "g"(p) : "memory"); }
/// Forces the value to be computed here and hides it from the optimiser; it stays in its register.
template <class T>
T opaque(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

}  // namespace bench
