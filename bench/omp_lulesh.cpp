// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lulesh/sedov: the loops of the blast as tasks of two workers and as loops of two OpenMP threads,
// in turn, with the same kernels.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <chrono>
#include <skua/skua.hpp>
#include <thread>

#include "lulesh/kernels.hpp"
#include "lulesh/problem.hpp"
#include "support/clock.hpp"
#include "support/rounds.hpp"
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

template <class Solve>
double checked_seconds(lulesh::problem const& problem, Solve&& solve) {
  auto const* const expected = lulesh::find_known(problem.size, problem.iterations);
  lulesh::answer answer;
  double const seconds = wall_seconds([&] { answer = solve(); });
  bool const is_right = expected != nullptr && answer.iterations == expected->iterations &&
                        answer.origin_energy > expected->energy * (1 - 5.1e-7) &&
                        answer.origin_energy < expected->energy * (1 + 5.1e-7);
  require(is_right, "wrong energy");
  return seconds;
}

double skua_seconds(lulesh::problem const& problem, int count) {
  return skua_runtime::run(count,
                           [&] { return checked_seconds(problem, [&] { return lulesh::solve_parallel(problem); }); });
}
double omp_seconds(lulesh::problem const& problem, int threads) {
  double const seconds = checked_seconds(problem, [&] { return solve_omp(problem, threads); });
  std::this_thread::sleep_for(std::chrono::milliseconds(size(50, 5)));  // its threads spin for a while
  return seconds;
}

void sedov(benchmark::State& state) {
  if (skipped_on_one_cpu(state)) return;
  lulesh::problem const problem{size(30, 10), 100};
  double const zones = static_cast<double>(problem.size) * problem.size * problem.size * problem.iterations;
  for (auto _ : state) {
    load_meter const meter;
    figures const medians = medians_of_rounds({size(9, 1)}, [&](int) -> figures {
      double const tasks = skua_seconds(problem, 2);
      double const threads = omp_seconds(problem, 2);
      return {{time_figure, tasks},
              {"ratio", threads / tasks},
              {"zones_per_s", zones / tasks},
              {"omp_zones_per_s", zones / threads}};
    });
    report(state, medians, meter);
  }
}

}  // namespace

void add_omp_lulesh(suite& registry) { registry.add("lulesh/sedov", sedov, {at_least("ratio", 0.98)}, 1); }

}  // namespace bench

#endif
