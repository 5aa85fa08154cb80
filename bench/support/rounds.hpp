// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Figures of rounds: in each round all ways to solve a problem take their turns, so that a busy
// machine disturbs them alike. The figures of a case are the medians of those of its rounds.
#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/load.hpp"

namespace bench {

/// The figure that becomes the time of the repetition, in seconds; not a counter.
inline constexpr char const* time_figure = "time";

/// Throws, which fails the case.
inline void require(bool is_right, char const* message) {
  if (!is_right) throw std::runtime_error(message);
}

inline double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}
/// Of an even number of values, the mean of the two in the middle.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  auto const half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// How often something is measured; before that, it runs a few times to warm up.
struct counts {
  int kept;
  int warm_up = 0;
};

/// The values of `take(i)`; `i` is negative while it warms up.
template <class Take>
std::vector<double> take_samples(counts n, Take&& take) {
  std::vector<double> values;
  for (int i = -n.warm_up; i < n.kept; ++i) {
    double const value = take(i);
    if (i >= 0) values.push_back(value);
  }
  return values;
}

/// The median of each figure that `round(i)` returns; `i` is negative while it warms up.
template <class Round>
figures medians_of_rounds(counts n, Round&& round) {
  std::map<std::string, std::vector<double>> values;
  for (int i = -n.warm_up; i < n.kept; ++i) {
    figures const result = round(i);
    for (auto const& [name, value] : result)
      if (i >= 0) values[name].push_back(value);
  }
  figures medians;
  for (auto const& [name, samples] : values) medians[name] = median(samples);
  return medians;
}

/// Makes the figures counters of the case.
template <class State>
void report(State& state, figures const& values) {
  for (auto const& [name, value] : values) {
    if (name == time_figure)
      state.SetIterationTime(value);
    else
      state.counters[name] = value;
  }
}
/// Also reports the load by other processes since the meter began.
template <class State>
void report(State& state, figures const& values, load_meter const& meter) {
  report(state, values);
  double const load = meter.other_load();
  state.counters["other_load"] = load;
  state.SetLabel(load_label(load));
}

/// Measures each repetition of the case in rounds.
template <class State, class Round>
void report_rounds(State& state, int rounds, Round&& round) {
  for (auto _ : state) report(state, medians_of_rounds({rounds}, round));
}

}  // namespace bench
