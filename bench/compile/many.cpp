// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled by the cases compile/loop and compile/async: LOOPS different loops, ASYNCS different
// tasks with a result. PEER: 0 Skua, 1 oneTBB, 2 std::async.
#include <cstddef>
#include <utility>

#if PEER == 0
#include <skua/skua.hpp>
#elif PEER == 1
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>
#else
#include <future>
#endif

void use(long value, long number);

namespace {

template <long Number>
void loop(long n) {
#if PEER == 0
  skua::for_async(n, [n](long i) { use(n + i, Number); });
#elif PEER == 1
  tbb::parallel_for(0L, n, [n](long i) { use(n + i, Number); });
#else
  auto const part = [n](long low, long high) {
    for (long i = low; i < high; ++i) use(n + i, Number);
  };
  auto half = std::async(part, 0, n / 2);
  part(n / 2, n);
  half.get();
#endif
}

template <long Number>
long async(long n) {
#if PEER == 0
  return skua::async([n] { return use(n, Number), Number; }).get();
#elif PEER == 1
  tbb::task_group group;
  long result = 0;
  group.run([n, &result] { use(n, Number), result = Number; });
  group.wait();
  return result;
#else
  return std::async([n] { return use(n, Number), Number; }).get();
#endif
}

template <std::size_t... Number>
void all_loops(long n, std::index_sequence<Number...>) {
  (loop<static_cast<long>(Number)>(n), ...);
}
template <std::size_t... Number>
long all_asyncs(long n, std::index_sequence<Number...>) {
  return (async<static_cast<long>(Number)>(n) + ... + 0L);
}

}  // namespace

long all(long n);
long all(long n) {
  all_loops(n, std::make_index_sequence<LOOPS>());
  return all_asyncs(n, std::make_index_sequence<ASYNCS>());
}
