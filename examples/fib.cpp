// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One recursion in three forms of fork and join: a scope, strict fork-join, a future. None needs a
// cutoff.
#include <cstdio>

#include <skua/skua.hpp>

// A scope takes any number of tasks and waits for all of them.
long with_finish(int n) {
  if (n < 2) return n;
  long a = 0;
  long b = 0;
  skua::finish([&] {
    skua::spawn([&a, n] { a = with_finish(n - 1); });  // a outlives the task: the scope ends first
    b = with_finish(n - 2);
  });
  return a + b;
}

// The cheapest form: invoke runs both and returns both results.
long with_invoke(int n) {
  if (n < 2) return n;
  auto const [a, b] = skua::invoke([n] { return with_invoke(n - 1); }, [n] { return with_invoke(n - 2); });
  return a + b;
}

// The most flexible form: the future can be stored, shared and waited for elsewhere.
long with_async(int n) {
  if (n < 2) return n;
  auto a = skua::async([n] { return with_async(n - 1); });
  long const b = with_async(n - 2);
  return a.get() + b;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    long const a = with_finish(24);
    long const b = with_invoke(24);
    long const c = with_async(24);
    std::printf("fib(24) = %ld, %ld, %ld\n", a, b, c);
    return a == 46'368 && b == a && c == a ? 0 : 1;
  });
}
