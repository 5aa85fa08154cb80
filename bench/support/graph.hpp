// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs of dependent tasks: rows of eight, in which each task needs some of the row before; and
// the shortest task with which a runtime still keeps half of the processors' speed (Task Bench,
// Slaughter et al., SC 2020: its patterns and its measure).
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/case.hpp"
#include "support/clock.hpp"
#include "support/opaque.hpp"
#include "support/rounds.hpp"

namespace bench {

enum class graph_pattern { chains, fft, stencil };

/// The values of all tasks; each is computed from those of its inputs, by `work` dependent steps.
class task_graph {
 public:
  static constexpr int width = 8;

  task_graph(graph_pattern pattern, int rows, long work)
      : pattern_(pattern), rows_(rows), work_(work), values_(static_cast<std::size_t>(rows * width)) {}

  int rows() const { return rows_; }

  /// The columns of the tasks that a task in that row, from 1, needs of the row above. Each pattern
  /// is symmetric: they are also the columns of those in that row that need the task above it.
  struct columns {
    std::array<int, 3> numbers{};
    int n = 0;
    int const* begin() const { return numbers.data(); }
    int const* end() const { return numbers.data() + n; }
  };
  columns inputs(int row, int column) const {
    columns result;
    auto const add = [&result](int input) { result.numbers[static_cast<std::size_t>(result.n++)] = input; };
    if (pattern_ == graph_pattern::stencil && column > 0) add(column - 1);
    add(column);
    if (pattern_ == graph_pattern::stencil && column + 1 < width) add(column + 1);
    if (pattern_ == graph_pattern::fft) add(column ^ (1 << (row % 3)));
    return result;
  }

  void compute(int row, int column) {
    std::uint64_t value = index(row, column) + 1;
    if (row > 0)
      for (int const input : inputs(row, column)) value = mix(value ^ values_[index(row - 1, input)].number);
    for (long i = 0; i < work_; ++i) value = mix(opaque(value));
    values_[index(row, column)].number = value;
  }
  std::uint64_t answer() const {
    std::uint64_t sum = 0;
    for (value const& one : values_) sum += one.number;
    return sum;
  }

 private:
  struct alignas(64) value {  // no two tasks write to one cache line
    std::uint64_t number = 0;
  };

  static std::size_t index(int row, int column) { return static_cast<std::size_t>(row * width + column); }
  static std::uint64_t mix(std::uint64_t value) { return (value ^ (value >> 29)) * 0xBF58476D1CE4E5B9; }

  graph_pattern pattern_;
  int rows_;
  long work_;
  std::vector<value> values_;
};

/// `run(graph)` computes all values with two threads. Sets the counter `name` to the length of the
/// tasks, in µs, with which the run takes as long as the work alone in one thread: half of the
/// speed of two. Tasks are made shorter until the run is slower than that.
template <class Run>
void report_shortest_task(benchmark::State& state, std::string const& name, graph_pattern pattern, Run const& run) {
  int const rows = size(2000, 20);
  double longer_us = 0;
  double longer_speed = 0;
  for (long work = size(8192, 64); work >= 8; work /= 2) {
    figures const medians = medians_of_rounds({size(5, 1)}, [&](int) -> figures {
      task_graph alone(pattern, rows, work);
      double const work_seconds = wall_seconds([&] {
        for (int row = 0; row < rows; ++row)
          for (int column = 0; column < task_graph::width; ++column) alone.compute(row, column);
      });
      task_graph graph(pattern, rows, work);
      double const seconds = wall_seconds([&] { run(graph); });
      require(graph.answer() == alone.answer(), "wrong answer");
      return {{"speed", work_seconds / seconds}, {"us", 1e6 * work_seconds / (rows * task_graph::width)}};
    });
    double const speed = medians.at("speed");
    double const us = medians.at("us");
    if (speed < 1 || work < 16) {  // between the two lengths, on a logarithmic scale
      double const part = longer_speed > 1 && speed < 1 ? (1 - speed) / (longer_speed - speed) : 0;
      state.counters[name] = longer_us > 0 ? us * std::pow(longer_us / us, part) : us;
      return;
    }
    longer_us = us;
    longer_speed = speed;
  }
}

/// Adds one case per pattern; `run(state, pattern)` measures it.
template <class Run>
void add_graphs(suite& registry, std::string const& suffix, Run run, std::vector<target> const& targets = {}) {
  for (auto const& [name, pattern] :
       {std::pair{"chains", graph_pattern::chains}, {"fft", graph_pattern::fft}, {"stencil", graph_pattern::stencil}})
    registry.add(
        "graph/" + std::string(name) + suffix,
        [run, kind = pattern](benchmark::State& state) {
          if (skipped_on_one_cpu(state)) return;
          for (auto _ : state) state.SetIterationTime(wall_seconds([&] { run(state, kind); }));
        },
        targets, 3);
}

}  // namespace bench
