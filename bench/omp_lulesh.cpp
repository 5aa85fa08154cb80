// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lulesh/sedov: the loops of the blast as tasks of two workers and as loops of two OpenMP threads,
// in turn; the kernels are the same.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <chrono>
#include <skua/skua.hpp>
#include <thread>
#include <vector>

#include "lulesh/kernels.hpp"
#include "lulesh/known.hpp"
#include "lulesh/problem.hpp"
#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/latency.hpp"
#include "support/load.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

namespace lulesh = apps::lulesh;

/// As one would write it: the threads stay together for the whole run, planes are dealt evenly.
lulesh::answer solve_omp(lulesh::problem const& what, int threads) {
  int const edge = what.size;
  lulesh::domain d(edge, {});
  lulesh::stepper time(lulesh::first_step(edge), what.iterations);
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

/// Seconds, negative when the answer is wrong.
template <class Solve>
double timed(lulesh::problem const& what, Solve&& solve) {
  auto const* const known = lulesh::find_known(what.size, what.iterations);
  lulesh::answer found;
  double const seconds = wall_seconds([&] { found = solve(); });
  bool const right = known != nullptr && found.iterations == known->iterations &&
                     found.origin_energy > known->energy * (1 - 5.1e-7) &&
                     found.origin_energy < known->energy * (1 + 5.1e-7);
  return right ? seconds : -1;
}

double timed_skua(lulesh::problem const& what, int count) {
  skua::runtime place{workers(count)};
  return place.run([&] { return timed(what, [&] { return lulesh::solve_parallel(what); }); });
}
double timed_omp(lulesh::problem const& what, int threads) {
  double const seconds = timed(what, [&] { return solve_omp(what, threads); });
  std::this_thread::sleep_for(std::chrono::milliseconds(size(50, 5)));  // its threads spin for a while
  return seconds;
}

void sedov(benchmark::State& state) {
  if (skipped_on_one_cpu(state)) return;
  lulesh::problem const what{size(30, 10), 100};
  int const pairs = size(9, 1);
  for (auto _ : state) {
    std::vector<double> ratios, tasks, threads;
    load_meter const during;
    for (int pair = 0; pair < pairs; ++pair) {
      tasks.push_back(timed_skua(what, 2));
      threads.push_back(timed_omp(what, 2));
      if (tasks.back() < 0 || threads.back() < 0) return fail(state, "wrong energy");
      ratios.push_back(threads.back() / tasks.back());
    }
    double const zones = static_cast<double>(what.size) * what.size * what.size * what.iterations;
    state.SetIterationTime(quantile(tasks, 0.5));
    state.counters["ratio"] = quantile(ratios, 0.5);
    state.counters["zones_per_s"] = zones / quantile(tasks, 0.5);
    state.counters["omp_zones_per_s"] = zones / quantile(threads, 0.5);
    state.counters["other_load"] = during.other_load();
    state.SetLabel(load_label(during.other_load()));
  }
}

}  // namespace

void add_omp_lulesh(suite& all) { all.add("lulesh/sedov", sedov, {at_least("ratio", 0.98)}, 1); }

}  // namespace bench

#endif
