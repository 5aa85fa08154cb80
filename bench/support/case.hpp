// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A benchmark case: its name, its function, the targets of its counters; and the list to which all
// groups add their cases.
#pragma once

#ifndef SKUA_BENCH_ALONE
#include <benchmark/benchmark.h>
#else
namespace benchmark {
class State;  // skua-wide is compiled without Google Benchmark
}
#endif

#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

/// One bound on one counter of a case.
struct target {
  enum class direction { at_most, at_least };
  std::string counter;
  direction bound;
  double value;
};

inline target at_most(std::string counter, double value) {
  return {std::move(counter), target::direction::at_most, value};
}
inline target at_least(std::string counter, double value) {
  return {std::move(counter), target::direction::at_least, value};
}

struct benchmark_case {
  std::string name;
  std::function<void(benchmark::State&)> run;
  std::vector<target> targets;
  int repetitions;
};

/// The results of a measurement, by name.
using figures = std::map<std::string, double>;
/// The name of the figure of a measurement that returns a single number.
inline constexpr char const* only_figure = "value";

/// Figures measured in a separate process, so that memory cached by earlier cases cannot hide
/// growth, and so that the process can be forked into places. None: this process is not the one
/// that reports.
struct measurement {
  std::string name;
  std::function<figures()> run;
};

class suite {
 public:
  void add(std::string name, std::function<void(benchmark::State&)> run, std::vector<target> targets = {},
           int repetitions = 5) {
    cases_.push_back({std::move(name), std::move(run), std::move(targets), repetitions});
  }
  /// `run` returns figures or one number.
  template <class Run>
  void add_measurement(std::string name, Run run) {
    if constexpr (std::is_convertible_v<std::invoke_result_t<Run&>, double>) {
      measurements_.push_back({std::move(name), [run]() mutable { return figures{{only_figure, run()}}; }});
    } else {
      measurements_.push_back({std::move(name), std::move(run)});
    }
  }
  /// Moves each peer behind the cases of its group (the part of the name before the first slash).
  void group();

  std::vector<benchmark_case> const& cases() const { return cases_; }
  std::vector<measurement> const& measurements() const { return measurements_; }

 private:
  std::vector<benchmark_case> cases_;
  std::vector<measurement> measurements_;
};

/// True if SKUA_BENCH_QUICK is set to anything but 0: small inputs, one repetition, answers still
/// verified.
bool quick();
/// `full`, or `reduced` in a quick run.
template <class T>
T size(T full, T reduced) {
  return quick() ? reduced : full;
}

/// Ends the case with an error that makes the whole program exit with code 1.
void fail(benchmark::State& state, std::string const& reason);
/// Ends the case because this machine cannot run it; not a failure.
void skip(benchmark::State& state, std::string const& reason);
int failures();
/// Skips the case, with a message, if the program may use only one processor.
bool skipped_on_one_cpu(benchmark::State& state);

/// Each adds the cases of one group: main.cpp lists them in their order.
using group_adder = void(suite&);
group_adder add_fib, add_programs, add_fanout, add_uts, add_block, add_graph, add_polls, add_steal, add_idle, add_sleep,
    add_speedup, add_reducer, add_statistics, add_trace, add_ring, add_wire, add_any, add_limit, add_search,
    add_algorithms, add_places_at, add_places_message, add_places_large, add_places_collective, add_places_memory,
    add_places_arrays, add_places_steal, add_places_scope, add_places_start, add_places_rest, add_compile, add_machine,
    add_map, add_places_many, add_places_tasks, add_tbb, add_omp, add_omp_graph, add_omp_kernels, add_omp_loops,
    add_omp_regions, add_omp_lulesh;

}  // namespace bench
