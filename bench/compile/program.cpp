// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled by the case compile/program: a small program, a recursion of two calls. PEER: 0 Skua, 1
// oneTBB, 2 std::async.
#include <cstdio>

#if PEER == 0
#include <skua/skua.hpp>
#elif PEER == 1
#include <tbb/parallel_invoke.h>
#else
#include <future>
#endif

namespace {

long fib(int n) {
  if (n < 2) return n;
#if PEER == 0
  auto const [a, b] = skua::invoke([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return a + b;
#elif PEER == 1
  long a = 0, b = 0;
  tbb::parallel_invoke([n, &a] { a = fib(n - 1); }, [n, &b] { b = fib(n - 2); });
  return a + b;
#else
  auto a = std::async([n] { return fib(n - 1); });
  return fib(n - 2) + a.get();
#endif
}

}  // namespace

int main() {
#if PEER == 0
  return skua::run([] { std::printf("%ld\n", fib(10)); });
#else
  std::printf("%ld\n", fib(10));
#endif
}
