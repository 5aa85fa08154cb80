// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fib: one spawn and one join per inner node, no cutoff, in every form that the library offers. One
// worker.
#include <skua/skua.hpp>

#include <future>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/fib_finish.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE long fib_finish_ref(int n) {
  if (n < 2) return n;
  long a;
  long b = 0;
  skua::finish([&] {
    skua::spawn([&] { a = fib_finish_ref(n - 1); });
    b = fib_finish_ref(n - 2);
  });
  return a + b;
}

/// 64 bytes of closure: too large for a slot, so it is stored in a separate block.
SKUA_BENCH_NOINLINE long fib_finish_boxed(long n) {
  if (n < 2) return n;
  struct cargo {
    long value[6];
  };
  long a;
  long b = 0;
  skua::finish([&] {
    auto body = [&a, n, load = cargo{{0, 0, 0, 0, 0, 1}}] { a = fib_finish_boxed(n - load.value[5]); };
    static_assert(sizeof body == 64);
    skua::spawn(body);
    b = fib_finish_boxed(n - 2);
  });
  return a + b;
}

SKUA_BENCH_NOINLINE long fib_invoke(long n) {
  if (n < 2) return n;
  long a;
  long b = 0;
  skua::invoke([&] { a = fib_invoke(n - 1); }, [&] { b = fib_invoke(n - 2); });
  return a + b;
}

SKUA_BENCH_NOINLINE long fib_async(long n) {
  if (n < 2) return n;
  auto a = skua::async([n] { return fib_async(n - 1); });
  long const b = fib_async(n - 2);
  return a.get() + b;
}

// A task of about a microsecond in each inner node, as a future that a worker runs or that its
// reader runs.
constexpr long microsecond_of_fib = 14;

SKUA_BENCH_NOINLINE long fib_long_tasks(long n) {
  if (n < 2) return n;
  auto a = skua::async([n] { return fib_long_tasks(n - 1) + fib_sequential(opaque(microsecond_of_fib)); });
  long const b = fib_long_tasks(n - 2);
  return a.get() + b - fib_answer(microsecond_of_fib);
}

SKUA_BENCH_NOINLINE long fib_deferred(long n) {
  if (n < 2) return n;
  auto a = std::async(std::launch::deferred,
                      [n] { return fib_deferred(n - 1) + fib_sequential(opaque(microsecond_of_fib)); });
  long const b = fib_deferred(n - 2);
  return a.get() + b - fib_answer(microsecond_of_fib);
}

template <class Fib>
auto fib_case(Fib fib, long n = size(36, 27), long (*sequential)(long) = fib_sequential) {
  return [=](benchmark::State& state) {
    skua::runtime place{workers(1)};
    compare(
        state, fib_spawns(n), fib_answer(n), [=] { return sequential(opaque(n)); },
        [&] { return place.run([fib, n] { return fib(opaque(n)); }); });
  };
}

}  // namespace

void add_fib(suite& registry) {
#if defined(__clang__)
  constexpr double finish_bound = 5;
#else
  constexpr double finish_bound = 4;
#endif
  registry.add("fib/finish", fib_case(fib_finish), {at_most("ns_per_op", finish_bound)});
  registry.add("fib/finish_ref", fib_case([](long n) { return fib_finish_ref(static_cast<int>(n)); }),
               {at_most("ns_per_op", 8)});
  registry.add("fib/finish_boxed", fib_case(fib_finish_boxed), {at_most("ns_per_op", 8)});
  registry.add("fib/invoke", fib_case(fib_invoke), {at_most("ns_per_op", 1.6)});
  registry.add("fib/async", fib_case(fib_async), {at_most("ns_per_op", 5)});
  registry.add("fib/beside_deferred", fib_case(fib_long_tasks, size(27, 18), fib_deferred), {at_most("ratio", 1.05)});
}

}  // namespace bench
