// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting 64-bit keys beside std::sort and the radix sort of the application, all in turn.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "samplesort/problem.hpp"
#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/latency.hpp"

namespace bench {

inline apps::samplesort::parameters keys_to_sort() {
  return {.keys = size<std::size_t>(8 * 1024 * 1024, 100'000), .places = 1, .seed = 42};
}

/// `sort()` sorts those keys with two threads, checks them, and returns the seconds of the sorting;
/// negative if the result is wrong.
template <class Sort>
void report_sort(benchmark::State& state, Sort&& sort) {
  if (skipped_on_one_cpu(state)) return;
  for (auto _ : state) {
    std::vector<double> measured_seconds, std_sort_seconds, radix_seconds;
    for (int round = 0; round < size(7, 1); ++round) {
      auto const sequential = apps::samplesort::sort_sequential(keys_to_sort());
      std_sort_seconds.push_back(sequential.std_sort);
      radix_seconds.push_back(sequential.radix_sort);
      measured_seconds.push_back(sort());
      if (measured_seconds.back() < 0) return fail(state, "not in order, or other keys");
    }
    double const seconds = quantile(measured_seconds, 0.5);
    state.SetIterationTime(seconds);
    state.counters["million_keys_per_second"] = 1e-6 * static_cast<double>(keys_to_sort().keys) / seconds;
    state.counters["times_std_sort"] = quantile(std_sort_seconds, 0.5) / seconds;
    state.counters["times_radix_sort"] = quantile(radix_seconds, 0.5) / seconds;
  }
}

}  // namespace bench
