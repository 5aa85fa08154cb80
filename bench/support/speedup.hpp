// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two workers against one worker of the same program: wall time, paired, beside the load of everybody else.
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

/// `run(workers)` solves the problem once and returns the seconds of wall time, negative when the answer was wrong.
/// The runs alternate 1, 2, 1, 2, …; `speedup` is the median of the ratios of the seven pairs. `speedup_quiet` is the
/// median over the pairs during which other processes used less than 3 % of the machine (absent when there were none).
template <class Run>
void report_speedup(benchmark::State& state, Run&& run) {
  if (skipped_on_one_cpu(state)) return;
  int const pairs = size(7, 1);
  for (auto _ : state) {
    load_meter before;
    std::this_thread::sleep_for(std::chrono::milliseconds(size(300, 20)));
    double const load_before = before.other_load();

    std::vector<double> ratios;
    std::vector<double> quiet;
    std::vector<double> one;
    std::vector<double> two;
    load_meter const during;
    for (int pair = 0; pair < pairs; ++pair) {
      load_meter const own;
      one.push_back(run(1));
      two.push_back(run(2));
      if (one.back() < 0 || two.back() < 0) return fail(state, "wrong answer");
      ratios.push_back(one.back() / two.back());
      if (own.other_load() < quiet_load) quiet.push_back(ratios.back());
    }
    double const load = during.other_load();
    state.SetIterationTime(quantile(two, 0.5));
    state.counters["speedup"] = quantile(ratios, 0.5);
    if (!quiet.empty()) state.counters["speedup_quiet"] = quantile(quiet, 0.5);
    state.counters["quiet_pairs"] = static_cast<double>(quiet.size());
    state.counters["seconds_1"] = quantile(one, 0.5);
    state.counters["seconds_2"] = quantile(two, 0.5);
    state.counters["load_before"] = load_before;
    state.counters["other_load"] = load;
    state.SetLabel(load_label(load));
  }
}

}  // namespace bench
