// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same program with few and with many workers: wall time in pairs, with the load of other
// processes.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <thread>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/latency.hpp"
#include "support/load.hpp"

namespace bench {

/// The numbers of workers of the two runs of a pair.
struct worker_pair {
  int few = 1;
  int many = 2;
};

/// `run(workers)` solves the problem once and returns the seconds of wall time, negative if the
/// answer was wrong. The runs alternate few, many, few, many, …; `speedup` is the median over the
/// seven pairs of the time with few workers divided by the time with many. `speedup_quiet` is the
/// median over the pairs during which other processes used less than 3 % of the machine (absent if
/// there were none).
template <class Run>
void report_speedup(benchmark::State& state, Run&& run, worker_pair const workers = {}) {
  if (skipped_on_one_cpu(state)) return;
  int const pairs = size(7, 1);
  for (auto _ : state) {
    load_meter meter_before;
    std::this_thread::sleep_for(std::chrono::milliseconds(size(300, 20)));
    double const load_before = meter_before.other_load();

    std::vector<double> ratios;
    std::vector<double> quiet_ratios;
    std::vector<double> with_few;
    std::vector<double> with_many;
    load_meter const meter;
    for (int pair = 0; pair < pairs; ++pair) {
      load_meter const pair_meter;
      with_few.push_back(run(workers.few));
      with_many.push_back(run(workers.many));
      if (with_few.back() < 0 || with_many.back() < 0) return fail(state, "wrong answer");
      ratios.push_back(with_few.back() / with_many.back());
      if (pair_meter.other_load() < quiet_load) quiet_ratios.push_back(ratios.back());
    }
    double const load = meter.other_load();
    state.SetIterationTime(quantile(with_many, 0.5));
    state.counters["speedup"] = quantile(ratios, 0.5);
    if (!quiet_ratios.empty()) state.counters["speedup_quiet"] = quantile(quiet_ratios, 0.5);
    state.counters["quiet_pairs"] = static_cast<double>(quiet_ratios.size());
    state.counters["seconds_" + std::to_string(workers.few)] = quantile(with_few, 0.5);
    state.counters["seconds_" + std::to_string(workers.many)] = quantile(with_many, 0.5);
    state.counters["load_before"] = load_before;
    state.counters["other_load"] = load;
    state.SetLabel(load_label(load));
  }
}

}  // namespace bench
