// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The oneTBB peers of the cases: the same problems, checks and counters.
#if SKUA_BENCH_TBB

#include <tbb/combinable.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_group.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "support/add.hpp"
#include "support/case.hpp"
#include "support/child.hpp"
#include "support/compare.hpp"
#include "support/fanout.hpp"
#include "support/fib.hpp"
#include "support/idle.hpp"
#include "support/latency.hpp"
#include "support/memory.hpp"
#include "support/programs.hpp"
#include "support/speedup.hpp"
#include "support/tbb.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE long fib_group(long n) {
  if (n < 2) return n;
  long a;
  tbb::task_group group;
  group.run([&a, n] { a = fib_group(n - 1); });
  long const b = fib_group(n - 2);
  group.wait();
  return a + b;
}

SKUA_BENCH_NOINLINE long fib_invoke(long n) {
  if (n < 2) return n;
  long a;
  long b;
  tbb::parallel_invoke([&] { a = fib_invoke(n - 1); }, [&] { b = fib_invoke(n - 2); });
  return a + b;
}

/// Smaller than ours, to save time: the cost per node does not depend on n.
long fib_size() { return size(30, 22); }

template <class Fib>
auto fib_case(Fib fib) {
  return [fib](benchmark::State& state) {
    long const n = fib_size();
    compare(
        state, fib_spawns(n), fib_answer(n), [n] { return fib_sequential(opaque(n)); },
        [&] { return on_tbb(1, [&] { return fib(opaque(n)); }); });
  };
}

long fanout_tasks() { return size(10'000'000L, 100'000L); }

long fanout(long n) {
  return on_tbb(1, [n] {
    fanout_counter counter;
    tbb::task_group group;
    for (long i = 0; i < n; ++i) group.run([&counter] { counter.count(); });
    group.wait();
    return counter.value;
  });
}

double fanout_growth_mb() {
  double const kb_before = resident_kb();
  if (fanout(fanout_tasks()) != fanout_tasks()) throw std::runtime_error("wrong number of tasks");
  return (peak_resident_kb() - kb_before) / 1024;
}

void fanout_10m(benchmark::State& state) {
  double const required_gb = 4;  // its queue is not bounded
  if (!quick() &&
      1e-9 * static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) < required_gb)
    return skip(state, "oneTBB queues all ten million tasks: needs 4 GB of free memory");
  long const n = fanout_tasks();
  compare(state, static_cast<double>(n), n, [n] { return fanout_sequential(n); }, [n] { return fanout(n); });
  if (!state.error_occurred()) state.counters["growth_mb"] = measure_in_child("fanout_tbb");
}

/// A task that suspends itself, resumed at once: one block and one resume per operation.
void block_resume(benchmark::State& state) {
  long const n = size(200'000L, 20'000L);
  compare(
      state, static_cast<double>(n), n, [n] { return fanout_sequential(n); },
      [n] {
        return on_tbb(1, [n] {
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

template <class Pause>
latencies spawn_latencies(int samples, Pause pause) {
  return on_tbb(2, [&] {
    return collect_latencies(samples, pause, [](start_time& start, auto&& wait) {
      tbb::task_group group;
      group.run([&start] { start.store(wall_ns(), std::memory_order_release); });
      wait();
      group.wait();
    });
  });
}

void steal_latency(benchmark::State& state) {
  report_latency(state, [] { return spawn_latencies(steal_samples(), [] { spin_ns(spinning_pause_ns); }); });
}
void wake_latency(benchmark::State& state) {
  report_latency(state, [] { return spawn_latencies(wake_samples(), [] { usleep(parked_pause_us); }); });
}

void idle_cpu(benchmark::State& state) {
  for (auto _ : state) {
    on_tbb(2, [] { return fib_group(16); });
    std::this_thread::sleep_for(settling_time);
    double cpu_used = 0;
    double const wall = wall_seconds([&] { cpu_used = cpu_seconds([] { std::this_thread::sleep_for(idle_time()); }); });
    report_idle(state, cpu_used, wall);
  }
}

void speedup_fib(benchmark::State& state) {
  long const n = size(34, 24);
  report_speedup(state, [n](int threads) {
    return on_tbb(threads, [n] {
      long answer = 0;
      double const seconds = wall_seconds([&] { answer = fib_group(n); });
      return answer == fib_answer(n) ? seconds : -1;
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

struct tbb_fork {
  template <class Body>
  void operator()(Body&& body) const {
    tbb::task_group group;
    body([&group](auto&& task) { group.run(task); });
    group.wait();
  }
};

}  // namespace

void add_tbb(suite& registry) {
  add_programs<tbb_fork>(registry, "/tbb", [](int threads, auto&& solve) { on_tbb(threads, solve); });
  registry.add("fib/finish/tbb", fib_case(fib_group));
  registry.add("fib/invoke/tbb", fib_case(fib_invoke));
  registry.add("fanout/10M/tbb", fanout_10m);
  registry.add_measurement("fanout_tbb", fanout_growth_mb);
  registry.add("block/resume/tbb", block_resume);
  registry.add("steal/latency/tbb", steal_latency);
  registry.add("wake/latency/tbb", wake_latency);
  registry.add("idle/cpu/tbb", idle_cpu);
  registry.add("speedup/fib/tbb", speedup_fib, {}, 1);
  registry.add("reducer/add/tbb", reducer_add);
}

}  // namespace bench

#endif
