// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// skua-bench: registers the cases under their exact names, runs the cases that the filter selects,
// and prints the verdicts.
//
// Exit code: success if all answers are right, failure for a wrong answer or a failed case, usage,
// target_missed.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <skua/exit_codes.hpp>

#include "support/case.hpp"
#include "support/child.hpp"
#include "support/clock.hpp"
#include "support/report.hpp"

namespace {

constexpr bench::group_adder* groups[] = {
    bench::add_fib,           bench::add_programs,       bench::add_fanout,       bench::add_uts,
    bench::add_block,         bench::add_graph,          bench::add_polls,        bench::add_steal,
    bench::add_idle,          bench::add_sleep,          bench::add_speedup,      bench::add_reducer,
    bench::add_statistics,    bench::add_trace,          bench::add_ring,         bench::add_wire,
    bench::add_any,           bench::add_limit,          bench::add_search,       bench::add_algorithms,
    bench::add_places_at,     bench::add_places_message, bench::add_places_large, bench::add_places_collective,
    bench::add_places_memory, bench::add_places_arrays,  bench::add_places_steal, bench::add_places_scope,
    bench::add_places_start,  bench::add_places_rest,    bench::add_compile,      bench::add_machine,
    bench::add_map,           bench::add_places_many,    bench::add_places_tasks,
#if SKUA_BENCH_TBB
    bench::add_tbb,
#endif
#if SKUA_BENCH_OMP
    bench::add_omp,           bench::add_omp_graph,      bench::add_omp_kernels,  bench::add_omp_loops,
    bench::add_omp_regions,   bench::add_omp_lulesh,
#endif
};

bench::suite all_cases() {
  bench::suite registry;
  for (bench::group_adder* const add : groups) add(registry);
  registry.group();
  return registry;
}

/// A measurement that hangs fails its case, but does not end the others. The limit is longer than
/// any measurement takes on a busy machine.
constexpr unsigned measurement_seconds = 600;

int measure(bench::suite const& registry, std::string_view name) {
  for (auto const& m : registry.measurements())
    if (m.name == name) {
      alarm(measurement_seconds);
      try {
        for (auto const& [figure, value] : m.run()) std::printf("%s %.6f\n", figure.c_str(), value);
        return skua::exit_code::success;
      } catch (std::exception const& error) {
        std::fprintf(stderr, "skua-bench: %.*s: %s\n", static_cast<int>(name.size()), name.data(), error.what());
        return skua::exit_code::failure;
      }
    }
  std::fprintf(stderr, "skua-bench: no measurement is called '%s'\n", std::string(name).c_str());
  return skua::exit_code::usage;
}

/// Removes `flag` from the arguments; returns true if it was there.
bool remove_flag(std::vector<char*>& arguments, std::string_view flag) {
  auto const position = std::find_if(arguments.begin() + 1, arguments.end(), [&](char const* a) { return flag == a; });
  if (position == arguments.end()) return false;
  arguments.erase(position);
  return true;
}

/// The filter of the library: a regular expression; if it begins with '-', it selects the cases
/// that do not match. Google Benchmark would match it against decorated names; this filter matches
/// the names of the cases.
class name_filter {
 public:
  explicit name_filter(std::string const& text)
      : negative_(text.starts_with('-')),
        matches_all_(text.empty() || text == "all"),
        expression_(negative_ ? text.substr(1) : text, std::regex::extended) {}
  bool operator()(std::string const& name) const {
    return matches_all_ || std::regex_search(name, expression_) != negative_;
  }

 private:
  bool negative_;
  bool matches_all_;
  std::regex expression_;
};

void add_to_library(bench::benchmark_case const& c) {
  auto* registered = benchmark::RegisterBenchmark(c.name.c_str(), [run = c.run](benchmark::State& state) {
    bench::wait_until_idle();
    try {
      run(state);
    } catch (std::exception const& error) {
      bench::fail(state, error.what());
    }
  });
  int const repetitions = bench::quick() ? 1 : c.repetitions;
  registered->UseManualTime()->Iterations(1)->Repetitions(repetitions)->Unit(benchmark::kMillisecond);
  if (repetitions < 2) return;
  registered->ReportAggregatesOnly()
      ->ComputeStatistics("min", [](std::vector<double> const& v) { return *std::min_element(v.begin(), v.end()); })
      ->ComputeStatistics("max", [](std::vector<double> const& v) { return *std::max_element(v.begin(), v.end()); });
}

int run(std::vector<char*> arguments) {
  bench::suite const registry = all_cases();
  for (char const* a : arguments)
    if (std::strncmp(a, bench::measure_argument, std::strlen(bench::measure_argument)) == 0)
      return measure(registry, a + std::strlen(bench::measure_argument));

  bool const require_targets = remove_flag(arguments, "--require-targets");
  bool const list =
      remove_flag(arguments, "--benchmark_list_tests") || remove_flag(arguments, "--benchmark_list_tests=true");
  bool const to_file = std::any_of(arguments.begin(), arguments.end(),
                                   [](char const* a) { return std::strncmp(a, "--benchmark_out=", 16) == 0; });
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return skua::exit_code::usage;

  std::optional<name_filter> filter;
  try {
    filter.emplace(benchmark::GetBenchmarkFilter());
  } catch (std::regex_error const& error) {
    std::fprintf(stderr, "skua-bench: bad --benchmark_filter: %s\n", error.what());
    return skua::exit_code::usage;
  }
  int matches = 0;
  for (auto const& c : registry.cases()) {
    if (!(*filter)(c.name)) continue;
    ++matches;
    if (list)
      std::puts(c.name.c_str());
    else
      add_to_library(c);
  }
  if (matches == 0) {
    std::fprintf(stderr, "skua-bench: no case matches the filter\n");
    return skua::exit_code::usage;
  }
  if (list) return skua::exit_code::success;

  bench::results medians;
  using reporter_pointer = std::unique_ptr<benchmark::BenchmarkReporter>;
  reporter_pointer const display =
      bench::plain_reporter(reporter_pointer(benchmark::CreateDefaultDisplayReporter()), &medians);
  reporter_pointer file;
  if (to_file) file = bench::plain_reporter(std::make_unique<benchmark::JSONReporter>(), nullptr);
  benchmark::RunSpecifiedBenchmarks(display.get(), file.get(), ".");
  benchmark::Shutdown();

  // targets do not apply to small inputs
  int const missed_count = bench::quick() ? 0 : bench::print_verdicts(registry, medians);
  if (bench::failures() > 0) return skua::exit_code::failure;
  return require_targets && missed_count > 0 ? skua::exit_code::target_missed : skua::exit_code::success;
}

}  // namespace

int main(int argc, char** argv) { return run(std::vector<char*>(argv, argv + argc)); }
