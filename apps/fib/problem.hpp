// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fibonacci numbers by the naive recursion, one task per call: the program measures the cost of a
// task, the number does not matter.

#pragma once

#include <cstdint>

namespace skua {
class count;
}

namespace apps::fib {

inline constexpr int largest_index = 50;  ///< fib(50) makes forty billion calls

/// How a call makes its two recursive calls.
enum class form {
  finish,  ///< finish{ spawn(fib(n-1)); fib(n-2) }
  invoke,  ///< invoke(fib(n-1), fib(n-2))
  async,   ///< a future for fib(n-1), then get
};

/// The value in n steps, used to verify. `n` is in 0..93.
[[nodiscard]] constexpr std::uint64_t by_addition(int n) noexcept {
  std::uint64_t current = 0;
  std::uint64_t next = 1;
  for (int i = 0; i < n; ++i) {
    const std::uint64_t sum = current + next;
    current = next;
    next = sum;
  }
  return current;
}

/// The number of calls that the naive recursion makes, including the first one: 2 fib(n+1) - 1.
[[nodiscard]] constexpr std::uint64_t naive_calls(int n) noexcept { return 2 * by_addition(n + 1) - 1; }

/// The sequential twin: the same recursion with plain calls.
[[nodiscard]] std::uint64_t fib_sequential(int n);

/// The recursion with a task at every call, no cutoff. Call inside a task.
[[nodiscard]] std::uint64_t fib_parallel(int n, form style);

/// Calls above this index may run at other places: the subtree of a smaller call takes some thirty
/// microseconds.
inline constexpr int default_near = 20;

/// Computes it over places. Calls of an index above `max_local` are futures of tasks that may run
/// at any place; calls up to `cutoff` are plain calls; calls between them are tasks of the current
/// place.
[[nodiscard]] std::uint64_t fib_anywhere(int n, form style, int max_local, int cutoff, skua::count const& done);

}  // namespace apps::fib
