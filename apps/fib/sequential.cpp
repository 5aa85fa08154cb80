// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The naive recursion with plain calls. The compiler may inline a few levels, as it may in the
// tasks.
#include "problem.hpp"

namespace apps::fib {

std::uint64_t fib_sequential(int n) {
  if (n < 2) return static_cast<std::uint64_t>(n);
  return fib_sequential(n - 1) + fib_sequential(n - 2);
}

}  // namespace apps::fib
