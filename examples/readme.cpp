// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The example of README.md; a test compares the two.

#include <cstdio>
#include <skua/skua.hpp>

long fib(int n) {
  if (n < 2) return n;
  auto a = skua::async([=] { return fib(n - 1); });  // a task and its future<long>
  long b = fib(n - 2);                               // at the same time, here
  return a.get() + b;                                // suspends the task, never the worker
}

void queens(int row, int n, unsigned columns, unsigned left, unsigned right, skua::count solutions) {
  if (row == n) ++solutions;  // no lock: each worker has its part
  for (int c = 0; row < n && c < n; ++c) {
    unsigned const q = 1u << c;
    if (((columns | left | right) & q) != 0) continue;
    skua::spawn(queens, row + 1, n, columns | q, (left | q) << 1, (right | q) >> 1, solutions);
  }
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {  // the body is the first task
    skua::count solutions;
    skua::finish([&] { queens(0, 8, 0, 0, 0, solutions); });  // waits for every task, however deep
    std::printf("fib(20) = %ld\n", fib(20));
    std::printf("%d ways to place 8 queens\n", static_cast<int>(solutions.get()));
    return solutions.get() == 92 && fib(20) == 6765 ? 0 : 1;
  });
}
