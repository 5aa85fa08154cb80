// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fibonacci numbers by the naive recursion, one task per call: the problem is the cost of a task,
// not the number.

#pragma once

#include <cstdint>

namespace apps::fib {

inline constexpr int largest_index = 50;  ///< fib(50) makes forty billion calls

/// How a call starts its two recursive calls.
enum class form {
  finish,  ///< finish{ spawn(fib(n-1)); fib(n-2) }
  invoke,  ///< invoke(fib(n-1), fib(n-2))
  async,   ///< a future for fib(n-1), then get
};

/// The value in n steps, used to verify. `n` is in 0..93.
[[nodiscard]] constexpr std::uint64_t by_addition(int n) noexcept {
  std::uint64_t now = 0;
  std::uint64_t next = 1;
  for (int i = 0; i < n; ++i) {
    const std::uint64_t sum = now + next;
    now = next;
    next = sum;
  }
  return now;
}

/// Calls that the naive recursion makes, the first one included: 2 fib(n+1) - 1.
[[nodiscard]] constexpr std::uint64_t naive_calls(int n) noexcept { return 2 * by_addition(n + 1) - 1; }

/// The sequential twin: the same recursion as plain function calls.
[[nodiscard]] std::uint64_t fib_sequential(int n);

/// The recursion with a task at every call, no cutoff. Call inside a task.
[[nodiscard]] std::uint64_t fib_parallel(int n, form how);

/// Calls above this index may run at other places: what is below takes some thirty microseconds.
inline constexpr int default_near = 20;

/// The same over places: calls of an index above `near` are futures of tasks that may run at any
/// place, those up to `cutoff` are plain calls, and those between them are tasks of the place that
/// came there.
[[nodiscard]] std::uint64_t fib_anywhere(int n, form how, int near, int cutoff);

}  // namespace apps::fib
