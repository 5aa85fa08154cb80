// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small outside program: it runs tasks, some of which may leave their place, and checks what they
// left.

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

/// Counts the leaves of a binary tree; its tasks may run at any place.
void visit(int depth, skua::count leaves) {
  if (depth == 0) ++leaves;
  for (int i = 0; depth > 0 && i < 2; ++i) skua::spawn(skua::any, visit, depth - 1, leaves);
}

long count_leaves(int depth) {
  skua::count leaves;
  skua::finish([&] { visit(depth, leaves); });
  return static_cast<long>(leaves.get());
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return fib(20) == 6765 && count_leaves(12) == 4096 ? 0 : 1; });
}
