// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same program with few and with many workers: wall time in pairs, with the load of other
// processes.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <string>
#include <thread>

#include "support/clock.hpp"
#include "support/load.hpp"
#include "support/rounds.hpp"

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
  for (auto _ : state) {
    load_meter const meter_before;
    std::this_thread::sleep_for(std::chrono::milliseconds(size(300, 20)));
    double const load_before = meter_before.other_load();

    int quiet_pairs = 0;
    load_meter const meter;
    figures result = medians_of_rounds({size(7, 1)}, [&](int) {
      load_meter const pair_meter;
      double const few = run(workers.few);
      double const many = run(workers.many);
      require(few >= 0 && many >= 0, "wrong answer");
      figures pair{{time_figure, many},
                   {"speedup", few / many},
                   {"seconds_" + std::to_string(workers.few), few},
                   {"seconds_" + std::to_string(workers.many), many}};
      if (pair_meter.other_load() < quiet_load) pair["speedup_quiet"] = few / many, ++quiet_pairs;
      return pair;
    });
    result["quiet_pairs"] = quiet_pairs;
    result["load_before"] = load_before;
    report(state, result, meter);
  }
}

}  // namespace bench
