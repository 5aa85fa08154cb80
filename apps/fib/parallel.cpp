// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The naive recursion with a task at every call, written in the three ways the library offers.
#include "problem.hpp"

#include <skua/skua.hpp>

namespace apps::fib {
namespace {

std::uint64_t by_finish(int n) {
  if (n < 2) return static_cast<std::uint64_t>(n);
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  skua::finish([&] {
    skua::spawn([&a, n] { a = by_finish(n - 1); });
    b = by_finish(n - 2);
  });
  return a + b;
}

std::uint64_t by_invoke(int n) {
  if (n < 2) return static_cast<std::uint64_t>(n);
  const auto [a, b] = skua::invoke([n] { return by_invoke(n - 1); }, [n] { return by_invoke(n - 2); });
  return a + b;
}

std::uint64_t by_async(int n) {
  if (n < 2) return static_cast<std::uint64_t>(n);
  auto a = skua::async([n] { return by_async(n - 1); });
  const std::uint64_t b = by_async(n - 2);
  return a.get() + b;
}

}  // namespace

std::uint64_t fib_parallel(int n, form how) {
  switch (how) {
    case form::finish:
      return by_finish(n);
    case form::invoke:
      return by_invoke(n);
    case form::async:
      return by_async(n);
  }
  return 0;
}

}  // namespace apps::fib
