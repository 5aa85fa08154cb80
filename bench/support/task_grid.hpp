// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task Bench (Slaughter et al., SC 2020): a grid of tasks of the same length. The task at a point
// of one step needs the values of some points of the step before. The figure is the smallest length
// of a task at which half of the processors' time is spent in tasks (METG(50 %)).
//
// Shared by our program and its MPI peer, so this header names neither.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "support/clock.hpp"

namespace bench::grid {

constexpr int width = 8;  // points of a step

enum class pattern : std::uint8_t { none, stencil, fft, tree, random };
constexpr std::string_view pattern_names[] = {"none", "stencil", "fft", "tree", "random"};

constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 27);
}

/// Which of `parts` has the point.
constexpr int owner_of(int point, int parts) noexcept { return point * parts / width; }

/// The points of the step before whose values the task needs; none in step 0.
inline std::vector<int> inputs_of(pattern shape, int step, int point) {
  if (step == 0 || shape == pattern::none) return {};
  if (shape == pattern::tree) return {point / 2};
  std::vector<int> inputs{point};
  if (shape == pattern::fft) inputs.push_back(point ^ 1 << step % 3);
  for (int k : {1, 2}) {
    int const beside = k == 1 ? point - 1 : point + 1;
    if (shape == pattern::stencil && beside >= 0 && beside < width) inputs.push_back(beside);
    auto const seed = static_cast<std::uint64_t>((step * width + point) * 4 + k);
    if (shape == pattern::random) inputs.push_back(static_cast<int>(mixed(seed) % width));
  }
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  return inputs;
}

constexpr int most_steps = 2000;

/// The points whose values each task needs, and those that need its value; made before a run.
struct plan {
  explicit plan(pattern shape) : inputs(index(most_steps, 0)), outputs(inputs.size()) {
    for (int step = 0; step < most_steps; ++step) {
      for (int point = 0; point < width; ++point) {
        inputs[index(step, point)] = inputs_of(shape, step, point);
        for (int const input : inputs[index(step, point)]) outputs[index(step - 1, input)].push_back(point);
      }
    }
  }
  static std::size_t index(int step, int point) { return static_cast<std::size_t>(step * width + point); }

  std::vector<std::vector<int>> inputs, outputs;
};

/// The value of a task whose inputs have that sum.
constexpr std::uint64_t value_of(int step, int point, std::uint64_t sum) noexcept {
  return mixed(sum + static_cast<std::uint64_t>(step * width + point) + 1);
}

/// Computes for that many rounds, and returns `value`.
inline std::uint64_t work(std::uint64_t value, std::int64_t rounds) noexcept {
  double x = 1.0;
  for (std::int64_t i = 0; i < rounds; ++i) x = x * 0.999 + 0.5;
  return x > 0 ? value : 0;
}

/// The sum of the values of the last step, computed by one thread.
inline std::uint64_t answer(plan const& plan, int steps) {
  std::vector<std::uint64_t> values(width), before;
  for (int step = 0; step < steps; ++step) {
    before = values;
    for (int point = 0; point < width; ++point) {
      std::uint64_t sum = 0;
      for (int const input : plan.inputs[plan::index(step, point)]) sum += before[static_cast<std::size_t>(input)];
      values[static_cast<std::size_t>(point)] = value_of(step, point, sum);
    }
  }
  std::uint64_t sum = 0;
  for (std::uint64_t const value : values) sum += value;
  return sum;
}

/// Seconds of a round of work, on a quiet processor.
inline double seconds_of_round() {
  constexpr std::int64_t rounds = 1'000'000;
  double least = 1;
  std::uint64_t volatile used = 1;
  for (int i = 0; i < 9; ++i) least = std::min(least, wall_seconds([&] { used = work(used, rounds); }) / rounds);
  return least;
}

/// METG(50 %) in microseconds. `seconds(steps, rounds)` runs the grid on `processors` and returns
/// the time; a run takes about `run_seconds` while it is efficient, and the fastest of five counts.
/// The length of the tasks is halved until they get less than half of the processors' time; the
/// result is between the last two lengths, or 0.125.
template <class Run>
double smallest_length_us(int processors, double round, double run_seconds, Run&& seconds) {
  double last_length = 0, last_efficiency = 1;
  for (double length = 256e-6; length > 0.1e-6; length /= 2) {
    auto const rounds = static_cast<std::int64_t>(length / round);
    int const steps = std::clamp(static_cast<int>(processors * run_seconds / (width * length)), 20, most_steps);
    double least = seconds(steps, rounds);
    for (int i = 0; i < 4; ++i) least = std::min(least, seconds(steps, rounds));
    double const efficiency = width * steps * length / (processors * least);
    if (efficiency < 0.5) {
      if (last_length == 0) return length * 1e6;
      double const part = (last_efficiency - 0.5) / (last_efficiency - efficiency);
      return 1e6 * last_length * std::pow(0.5, part);
    }
    last_length = length;
    last_efficiency = efficiency;
  }
  return last_length * 1e6;
}

}  // namespace bench::grid
