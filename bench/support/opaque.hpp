// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What keeps the compiler from changing the program that is measured.
#pragma once

// One call per node: neither inlined into itself, nor specialised for constants, nor turned into a
// loop.
#if defined(__clang__)
#define SKUA_BENCH_ONE_CALL __attribute__((noinline, disable_tail_calls))
#else
#define SKUA_BENCH_ONE_CALL __attribute__((noinline, noclone, optimize("no-optimize-sibling-calls")))
#endif

// The same for functions that must still inline the library's own (gcc does not inline across
// differing `optimize`).
#if defined(__clang__)
#define SKUA_BENCH_NOINLINE __attribute__((noinline))
#else
#define SKUA_BENCH_NOINLINE __attribute__((noinline, noclone))
#endif

namespace bench {

/// The memory behind `p` may be read and written here: stores to it are neither merged nor dropped.
inline void touch(void const* p) { asm volatile("" : : "g"(p) : "memory"); }
/// The value is computed here, and nothing is known about it afterwards; it stays in its register.
template <class T>
T opaque(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

}  // namespace bench
