// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// regions: short parallel regions in a program that is sequential between them, with two workers,
// in turn with the same by sequential code, oneTBB and OpenMP.
#if SKUA_BENCH_OMP

#include <omp.h>

#include <skua/skua.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/clock.hpp"
#include "support/opaque.hpp"
#include "support/rounds.hpp"
#include "support/skua.hpp"
#if SKUA_BENCH_TBB
#include <tbb/parallel_for.h>

#include "support/tbb.hpp"
#endif

namespace bench {
namespace {

/// Eight calls, each of which makes that many dependent steps.
struct region {
  static constexpr int calls = 8;
  long steps;
  std::array<long, calls> results{};

  void call(int i) {
    long value = i;
    for (long step = 0; step < steps; ++step) value = opaque(value * 3 + 1);
    results[static_cast<std::size_t>(i)] = value;
  }
};

void run_sequential(region& r) {
  for (int i = 0; i < region::calls; ++i) r.call(i);
}
void run_skua(region& r) {
  skua::finish([&] {
    for (int i = 1; i < region::calls; ++i) skua::spawn([&r, i] { r.call(i); });
    r.call(0);
  });
}
void run_omp(region& r) {
#pragma omp parallel for num_threads(2) schedule(dynamic, 1)
  for (int i = 0; i < region::calls; ++i) r.call(i);
}
#if SKUA_BENCH_TBB
void run_tbb(region& r) {
  tbb::parallel_for(0, region::calls, [&r](int i) { r.call(i); });
}
#endif

/// Of one region, in µs: elapsed time, and processor time of all threads.
struct region_cost {
  double wall = 0;
  double cpu = 0;
};

/// The mean over some regions, each after that much sequential work; the first ones are not
/// measured. Zero after a wrong result.
region_cost measure_regions(region& r, int gap_us, void (*run)(region&)) {
  int const count = size(std::clamp(100'000 / gap_us, 20, 500), 3);
  region expected{r.steps};
  run_sequential(expected);
  double wall_ns_sum = 0;
  std::int64_t cpu_begin = 0;
  for (int i = -count / 4; i < count; ++i) {
    if (i == 0) cpu_begin = cpu_ns();
    spin_ns(gap_us * 1000);
    r.results = {};
    auto const begin = wall_ns();
    run(r);
    if (i >= 0) wall_ns_sum += static_cast<double>(wall_ns() - begin);
    if (r.results != expected.results) return {};
  }
  return {wall_ns_sum * 1e-3 / count, static_cast<double>(cpu_ns() - cpu_begin) * 1e-3 / count - gap_us};
}

struct region_way {
  std::string name;
  void (*run)(region&);
};

void measure(benchmark::State& state, int work_us, int gap_us) {
  if (skipped_on_one_cpu(state)) return;
  std::vector<region_way> const ways{{"sequential", run_sequential},
                                     {"skua", run_skua},
#if SKUA_BENCH_TBB
                                     {"tbb", run_tbb},
#endif
                                     {"omp", run_omp}};
  region probe{100'000};
  double const ns_per_step =
      1e9 * wall_seconds([&] { run_sequential(probe); }) / static_cast<double>(region::calls * probe.steps);
  region r{static_cast<long>(work_us * 1000 / region::calls / ns_per_step)};
  for (auto _ : state) {
    load_meter const meter;
    skua::runtime place{workers(2)};
    figures f = medians_of_rounds({size(9, 1)}, [&](int) {
      figures costs;
      for (region_way const& way : ways) {
        region_cost cost;
        auto const measured = [&] { cost = measure_regions(r, gap_us, way.run); };
        if (way.run == run_skua) {
          place.run(measured);
#if SKUA_BENCH_TBB
        } else if (way.run == run_tbb) {
          tbb_runtime::run(2, measured);
#endif
        } else {
          measured();
        }
        require(cost.wall != 0, (way.name + " gave a wrong result").c_str());
        costs[way.name + "_us"] = cost.wall;
        costs[way.name + "_cpu_us"] = cost.cpu;
        wait_until_idle();
      }
      return costs;
    });
    f[time_figure] = f["skua_us"] * 1e-6;
    f["to_sequential"] = f["skua_us"] / f["sequential_us"];
    report(state, f, meter);
  }
}

}  // namespace

void add_omp_regions(suite& registry) {
  for (int const work_us : {5, 20, 100, 500})
    for (int const gap_us : {50, 500, 5000})
      registry.add(
          "regions/" + std::to_string(work_us) + "_every_" + std::to_string(gap_us),
          [=](benchmark::State& state) { measure(state, work_us, gap_us); }, {at_most("to_sequential", 1)}, 1);
}

}  // namespace bench

#endif
