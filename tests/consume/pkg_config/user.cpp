// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest outside program: it runs tasks and checks what they left.

#include <skua/skua.hpp>

namespace {

long fib(int n) {
  if (n < 2) return n;
  long a = 0;
  long b = 0;
  skua::finish([&] {
    skua::spawn([&a, n] { a = fib(n - 1); });
    b = fib(n - 2);
  });
  return a + b;
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return fib(20) == 6765 ? 0 : 1; });
}
