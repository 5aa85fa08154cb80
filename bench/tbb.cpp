// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The oneTBB peers of the cases.
#if SKUA_BENCH_TBB

#include <tbb/combinable.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task.h>
#include <unistd.h>

#include "support/child.hpp"
#include "support/memory.hpp"
#include "support/peers.hpp"
#include "support/tbb.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE long fib_invoke(long n) {
  if (n < 2) return n;
  long a;
  long b;
  tbb::parallel_invoke([&] { a = fib_invoke(n - 1); }, [&] { b = fib_invoke(n - 2); });
  return a + b;
}

double fanout_growth_mb() {
  double const kb_before = resident_kb();
  require(fanout<tbb_runtime>(fanout_tasks()) == fanout_tasks(), "wrong number of tasks");
  return (peak_resident_kb() - kb_before) / 1024;
}

void fanout_10m(benchmark::State& state) {
  double const required_gb = 4;  // its queue is not bounded
  if (!quick() &&
      1e-9 * static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) < required_gb)
    return skip(state, "oneTBB queues all ten million tasks: needs 4 GB of free memory");
  compare_fanout<tbb_runtime>(state);
  if (!state.error_occurred()) state.counters["growth_mb"] = measure_in_child("fanout_tbb");
}

/// A task that suspends itself, resumed at once: one block and one resume per operation.
void block_resume(benchmark::State& state) {
  long const n = size(200'000L, 20'000L);
  compare(
      state, static_cast<double>(n), n, [n] { return fanout_sequential(n); },
      [n] {
        return tbb_runtime::run(1, [n] {
          fanout_counter counter;
          tbb::task_group group;
          group.run([&counter, n] {
            for (long i = 0; i < n; ++i) {
              tbb::task::suspend([](tbb::task::suspend_point point) { tbb::task::resume(point); });
              counter.count();
            }
          });
          group.wait();
          return counter.value;
        });
      });
}

void reducer_add(benchmark::State& state) {
  long const n = size(100'000'000L, 10'000'000L);
  compare(
      state, static_cast<double>(n), add_answer(n), [n] { return add_sequential(n); },
      [n] {
        tbb::combinable<long> sum([] { return 0L; });
        for (long i = 0; i < n; ++i) sum.local() += opaque(i);
        return sum.combine([](long a, long b) { return a + b; });
      });
}

void tbb_speedup_uts(benchmark::State& state) {
  report_peer_speedup<tbb_runtime>(state, t1_answer, [tree = t1()] { return walk_with<tbb_runtime>(tree); });
}

}  // namespace

void add_tbb(suite& registry) {
  add_peer<tbb_runtime>(registry, size(34, 24));
  registry.add("fib/invoke/tbb", [](benchmark::State& state) { compare_fib<tbb_runtime>(state, fib_invoke); });
  registry.add("fanout/10M/tbb", fanout_10m);
  registry.add_measurement("fanout_tbb", fanout_growth_mb);
  registry.add("block/resume/tbb", block_resume);
  registry.add("speedup/uts/tbb", tbb_speedup_uts, {}, 1);
  registry.add("reducer/add/tbb", reducer_add);
}

}  // namespace bench

#endif
