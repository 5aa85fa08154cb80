// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The naive recursion with plain calls, and with a task at every call in the three forms that the
// library offers.

#include <algorithm>
#include <skua/skua.hpp>
#include <tuple>

#include "problem.hpp"

namespace apps::fib {

// The compiler may inline a few levels, as it may in the tasks.
std::uint64_t fib_sequential(int n) {
  if (n < 2) return static_cast<std::uint64_t>(n);
  return fib_sequential(n - 1) + fib_sequential(n - 2);
}

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

// The three forms again, with plain calls up to a cutoff.
template <typename Call>
std::uint64_t call_or_compute(int n, int cutoff, Call const& sum_by_tasks) {
  return n <= cutoff ? fib_sequential(n) : sum_by_tasks(n);
}
std::uint64_t by_finish_to(int n, int cutoff) {
  return call_or_compute(n, cutoff, [cutoff](int m) {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    skua::finish([&] {
      skua::spawn([&a, m, cutoff] { a = by_finish_to(m - 1, cutoff); });
      b = by_finish_to(m - 2, cutoff);
    });
    return a + b;
  });
}
std::uint64_t by_invoke_to(int n, int cutoff) {
  return call_or_compute(n, cutoff, [cutoff](int m) {
    const auto [a, b] = skua::invoke([m, cutoff] { return by_invoke_to(m - 1, cutoff); },
                                     [m, cutoff] { return by_invoke_to(m - 2, cutoff); });
    return a + b;
  });
}
std::uint64_t by_async_to(int n, int cutoff) {
  return call_or_compute(n, cutoff, [cutoff](int m) {
    auto a = skua::async([m, cutoff] { return by_async_to(m - 1, cutoff); });
    const std::uint64_t b = by_async_to(m - 2, cutoff);
    return a.get() + b;
  });
}

std::uint64_t at_one_place(int n, form style, int cutoff) {
  if (cutoff < 2) return fib_parallel(n, style);
  switch (style) {
    case form::finish:
      return by_finish_to(n, cutoff);
    case form::invoke:
      return by_invoke_to(n, cutoff);
    case form::async:
      return by_async_to(n, cutoff);
  }
  return 0;
}

/// Two calls, one of which is a task of this form.
template <typename First, typename Second>
std::uint64_t sum_of_calls(form style, First const& first, Second const& second) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  switch (style) {
    case form::finish:
      skua::finish([&] {
        skua::spawn([&] { a = first(); });
        b = second();
      });
      return a + b;
    case form::invoke:
      std::tie(a, b) = skua::invoke(first, second);
      return a + b;
    case form::async: {
      auto result = skua::async([&] { return first(); });
      b = second();
      return result.get() + b;
    }
  }
  return 0;
}

/// The upper levels count the calls below them, for the progress line.
std::uint64_t counted(int n, form style, int cutoff, int levels, skua::count done) {
  if (levels == 0 || n < 2 || n <= cutoff) {
    std::uint64_t const value = at_one_place(n, style, cutoff);
    done += naive_calls(n);
    return value;
  }
  ++done;
  return sum_of_calls(
      style, [=] { return counted(n - 1, style, cutoff, levels - 1, done); },
      [=] { return counted(n - 2, style, cutoff, levels - 1, done); });
}

constexpr int counted_levels = 10;

}  // namespace

std::uint64_t fib_anywhere(int n, form style, int max_local, int cutoff, skua::count const& done) {
  if (n <= max_local || n <= cutoff || n < 2)
    return counted(n, style, cutoff, std::min(counted_levels, std::max(n - default_near, 0)), done);
  ++done;
  auto a = skua::async(
      skua::any, [n, style, max_local, cutoff, done] { return fib_anywhere(n - 1, style, max_local, cutoff, done); });
  const std::uint64_t b = fib_anywhere(n - 2, style, max_local, cutoff, done);
  return a.get() + b;
}

std::uint64_t fib_parallel(int n, form style) {
  switch (style) {
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
