// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lulesh/sedov: the loops of the blast as tasks of two workers and as loops of two OpenMP threads,
// in turn, with the same kernels.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <chrono>
#include <skua/skua.hpp>
#include <thread>
#include <vector>

#include "lulesh/kernels.hpp"
#include "lulesh/problem.hpp"
#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/latency.hpp"
#include "support/load.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

namespace lulesh = apps::lulesh;

/// A natural OpenMP program: one team of threads for the whole run; planes are divided evenly.
lulesh::answer solve_omp(lulesh::problem const& problem, int threads) {
  int const edge = problem.size;
  lulesh::domain d(edge, {});
  lulesh::stepper time(lulesh::first_step(edge), problem.iterations);
  double step = time.advance({});
  bool running = true;
#pragma omp parallel num_threads(threads)
  while (running) {
#pragma omp for schedule(static)
    for (int k = 0; k < edge; ++k) find_forces(d, k, k + 1);
#pragma omp for schedule(static)
    for (int k = 0; k <= edge; ++k) move_nodes(d, step, k, k + 1);
#pragma omp for schedule(static)
    for (int k = 0; k < edge; ++k) find_kinematics(d, step, k, k + 1);
#pragma omp for schedule(static)
    for (int k = 0; k < edge; ++k) find_state(d, k, k + 1);
#pragma omp single
    {
      running = time.running();
      if (running) step = time.advance(d.step_limits());
    }
  }
  return lulesh::read_answer(d, time.steps(), time.time());
}

/// Seconds; negative if the answer is wrong.
template <class Solve>
double checked_seconds(lulesh::problem const& problem, Solve&& solve) {
  auto const* const expected = lulesh::find_known(problem.size, problem.iterations);
  lulesh::answer answer;
  double const seconds = wall_seconds([&] { answer = solve(); });
  bool const is_right = expected != nullptr && answer.iterations == expected->iterations &&
                        answer.origin_energy > expected->energy * (1 - 5.1e-7) &&
                        answer.origin_energy < expected->energy * (1 + 5.1e-7);
  return is_right ? seconds : -1;
}

double skua_seconds(lulesh::problem const& problem, int count) {
  skua::runtime place{workers(count)};
  return place.run([&] { return checked_seconds(problem, [&] { return lulesh::solve_parallel(problem); }); });
}
double omp_seconds(lulesh::problem const& problem, int threads) {
  double const seconds = checked_seconds(problem, [&] { return solve_omp(problem, threads); });
  std::this_thread::sleep_for(std::chrono::milliseconds(size(50, 5)));  // its threads spin for a while
  return seconds;
}

void sedov(benchmark::State& state) {
  if (skipped_on_one_cpu(state)) return;
  lulesh::problem const problem{size(30, 10), 100};
  int const pairs = size(9, 1);
  for (auto _ : state) {
    std::vector<double> ratios, tasks, threads;
    load_meter const meter;
    for (int pair = 0; pair < pairs; ++pair) {
      tasks.push_back(skua_seconds(problem, 2));
      threads.push_back(omp_seconds(problem, 2));
      if (tasks.back() < 0 || threads.back() < 0) return fail(state, "wrong energy");
      ratios.push_back(threads.back() / tasks.back());
    }
    double const zones = static_cast<double>(problem.size) * problem.size * problem.size * problem.iterations;
    state.SetIterationTime(quantile(tasks, 0.5));
    state.counters["ratio"] = quantile(ratios, 0.5);
    state.counters["zones_per_s"] = zones / quantile(tasks, 0.5);
    state.counters["omp_zones_per_s"] = zones / quantile(threads, 0.5);
    state.counters["other_load"] = meter.other_load();
    state.SetLabel(load_label(meter.other_load()));
  }
}

}  // namespace

void add_omp_lulesh(suite& registry) { registry.add("lulesh/sedov", sedov, {at_least("ratio", 0.98)}, 1); }

}  // namespace bench

#endif
