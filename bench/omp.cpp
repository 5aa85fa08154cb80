// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenMP peers of the cases: the same problems, checks and counters.
#if SKUA_BENCH_OMP

#include <omp.h>
#include <unistd.h>

#include <thread>

#include "support/add.hpp"
#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/fanout.hpp"
#include "support/fib.hpp"
#include "support/idle.hpp"
#include "support/latency.hpp"
#include "support/omp.hpp"
#include "support/programs.hpp"
#include "support/speedup.hpp"

namespace bench {
namespace {

SKUA_BENCH_NOINLINE long fib_task(long n) {
  if (n < 2) return n;
  long a;
#pragma omp task shared(a) firstprivate(n)
  a = fib_task(n - 1);
  long const b = fib_task(n - 2);
#pragma omp taskwait
  return a + b;
}

void fib_finish(benchmark::State& state) {
  long const n = size(30, 22);
  compare(
      state, fib_spawns(n), fib_answer(n), [n] { return fib_sequential(opaque(n)); },
      [n] { return on_omp(1, [n] { return fib_task(opaque(n)); }); });
}

void fanout_10m(benchmark::State& state) {
  long const n = size(10'000'000L, 100'000L);
  compare(
      state, static_cast<double>(n), n, [n] { return fanout_sequential(n); },
      [n] {
        return on_omp(1, [n] {
          fanout_counter counter;
          auto* const c = &counter;
          for (long i = 0; i < n; ++i) {
#pragma omp task firstprivate(c)
            c->count();
          }
#pragma omp taskwait
          return counter.value;
        });
      });
}

template <class Pause>
latencies spawn_latencies(int samples, Pause pause) {
  return on_omp(2, [&] {
    return collect_latencies(samples, pause, [](start_time& start, auto&& wait) {
      auto* const s = &start;
#pragma omp task firstprivate(s)
      s->store(wall_ns(), std::memory_order_release);
      wait();
#pragma omp taskwait
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
    on_omp(2, [] { return fib_task(10); });
    std::this_thread::sleep_for(settling_time);
    double cpu_used = 0;
    double const wall = wall_seconds([&] { cpu_used = cpu_seconds([] { std::this_thread::sleep_for(idle_time()); }); });
    report_idle(state, cpu_used, wall);
  }
}

void speedup_fib(benchmark::State& state) {
  long const n = size(27, 20);  // its tasks share one lock
  report_speedup(state, [n](int threads) {
    return on_omp(threads, [n] {
      long answer = 0;
      double const seconds = wall_seconds([&] { answer = fib_task(n); });
      return answer == fib_answer(n) ? seconds : -1;
    });
  });
}

void reducer_add(benchmark::State& state) {
  long const n = size(100'000'000L, 10'000'000L);
  compare(
      state, static_cast<double>(n), add_answer(n), [n] { return add_sequential(n); },
      [n] {
        long sum = 0;
#pragma omp parallel for num_threads(1) reduction(+ : sum)
        for (long i = 0; i < n; ++i) sum = opaque(sum + opaque(i));
        return sum;
      });
}

struct omp_fork {
  template <class Body>
  void operator()(Body&& body) const {
    body([](auto task) {
#pragma omp task firstprivate(task)
      task();
    });
#pragma omp taskwait
  }
};

}  // namespace

void add_omp(suite& registry) {
  add_programs<omp_fork>(registry, "/omp", [](int threads, auto&& solve) {
    on_omp(threads, [&] {
      solve();
      return 0;
    });
  });
  registry.add("fib/finish/omp", fib_finish);
  registry.add("fanout/10M/omp", fanout_10m);
  registry.add("steal/latency/omp", steal_latency);
  registry.add("wake/latency/omp", wake_latency);
  registry.add("idle/cpu/omp", idle_cpu);
  registry.add("speedup/fib/omp", speedup_fib, {}, 1);
  registry.add("reducer/add/omp", reducer_add);
}

}  // namespace bench

#endif
