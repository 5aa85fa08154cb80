// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// skua-bench: registers the cases under their exact names, runs those the filter selects, prints
// the verdicts.
//
// Exit code: 0 all answers right, 1 a wrong answer or a failed case, 2 bad arguments, 3 a target
// missed (only with
// --require-targets).
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

#include "support/case.hpp"
#include "support/child.hpp"
#include "support/clock.hpp"
#include "support/report.hpp"

namespace {

bench::suite everything() {
  bench::suite all;
  bench::add_fib(all);
  bench::add_fanout(all);
  bench::add_uts(all);
  bench::add_loop(all);
  bench::add_block(all);
  bench::add_steal(all);
  bench::add_wake(all);
  bench::add_idle(all);
  bench::add_speedup(all);
  bench::add_reducer(all);
  bench::add_statistics(all);
  bench::add_ring(all);
  bench::add_wire(all);
  bench::add_any(all);
  bench::add_limit(all);
  bench::add_search(all);
  bench::add_sort(all);
  bench::add_places_at(all);
  bench::add_places_message(all);
  bench::add_places_large(all);
  bench::add_places_collective(all);
  bench::add_places_memory(all);
  bench::add_places_steal(all);
  bench::add_places_scope(all);
  bench::add_places_start(all);
  bench::add_places_rest(all);
#if SKUA_BENCH_TBB
  bench::add_tbb(all);
  bench::add_tbb_uts(all);
  bench::add_tbb_sort(all);
#endif
#if SKUA_BENCH_OMP
  bench::add_omp(all);
  bench::add_omp_uts(all);
  bench::add_omp_lulesh(all);
#endif
  all.group();
  return all;
}

/// A measurement that hangs is a failure of its case, not the end of all others: longer than any
/// takes on a busy machine.
constexpr unsigned measurement_seconds = 600;

int measure(bench::suite const& all, std::string_view name) {
  for (auto const& m : all.measurements())
    if (m.name == name) {
      alarm(measurement_seconds);
      try {
        for (auto const& [figure, value] : m.run()) std::printf("%s %.6f\n", figure.c_str(), value);
        return 0;
      } catch (std::exception const& error) {
        std::fprintf(stderr, "skua-bench: %.*s: %s\n", static_cast<int>(name.size()), name.data(), error.what());
        return 1;
      }
    }
  std::fprintf(stderr, "skua-bench: no measurement is called '%s'\n", std::string(name).c_str());
  return 2;
}

/// Removes `flag` from the arguments and says whether it was there.
bool take(std::vector<char*>& arguments, std::string_view flag) {
  auto const found = std::find_if(arguments.begin() + 1, arguments.end(), [&](char const* a) { return flag == a; });
  if (found == arguments.end()) return false;
  arguments.erase(found);
  return true;
}

/// The library would match the filter against names it has decorated; here it means the names of
/// the cases. The filter of the library: a regular expression, all cases that do not match when it
/// begins with '-'.
class name_filter {
 public:
  explicit name_filter(std::string const& text)
      : negative_(text.starts_with('-')),
        everything_(text.empty() || text == "all"),
        expression_(negative_ ? text.substr(1) : text, std::regex::extended) {}
  bool operator()(std::string const& name) const {
    return everything_ || std::regex_search(name, expression_) != negative_;
  }

 private:
  bool negative_;
  bool everything_;
  std::regex expression_;
};

/// Threads of a peer may spin for a while after its case; their CPU time must not be charged to the
/// next one.
void await_silence() {
  constexpr auto pause = std::chrono::milliseconds(5);
  for (int i = 0; i < 100; ++i)
    if (bench::cpu_seconds([&] { std::this_thread::sleep_for(pause); }) < 1e-4) return;
}

void add_to_library(bench::benchmark_case const& c) {
  auto* registered = benchmark::RegisterBenchmark(c.name.c_str(), [run = c.run](benchmark::State& state) {
    await_silence();
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
  bench::suite const all = everything();
  for (char const* a : arguments)
    if (std::strncmp(a, bench::measure_argument, std::strlen(bench::measure_argument)) == 0)
      return measure(all, a + std::strlen(bench::measure_argument));

  bool const require_targets = take(arguments, "--require-targets");
  bool const list = take(arguments, "--benchmark_list_tests") || take(arguments, "--benchmark_list_tests=true");
  bool const to_file = std::any_of(arguments.begin(), arguments.end(),
                                   [](char const* a) { return std::strncmp(a, "--benchmark_out=", 16) == 0; });
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  std::optional<name_filter> selected;
  try {
    selected.emplace(benchmark::GetBenchmarkFilter());
  } catch (std::regex_error const& error) {
    std::fprintf(stderr, "skua-bench: bad --benchmark_filter: %s\n", error.what());
    return 2;
  }
  int matches = 0;
  for (auto const& c : all.cases()) {
    if (!(*selected)(c.name)) continue;
    ++matches;
    if (list)
      std::puts(c.name.c_str());
    else
      add_to_library(c);
  }
  if (matches == 0) {
    std::fprintf(stderr, "skua-bench: no case matches the filter\n");
    return 2;
  }
  if (list) return 0;

  bench::results measured;
  using owned = std::unique_ptr<benchmark::BenchmarkReporter>;
  owned const display = bench::plain_reporter(owned(benchmark::CreateDefaultDisplayReporter()), &measured);
  owned file;
  if (to_file) file = bench::plain_reporter(std::make_unique<benchmark::JSONReporter>(), nullptr);
  benchmark::RunSpecifiedBenchmarks(display.get(), file.get(), ".");
  benchmark::Shutdown();

  // small inputs say nothing about targets
  int const missed = bench::quick() ? 0 : bench::print_verdicts(all, measured);
  if (bench::failures() > 0) return 1;
  return require_targets && missed > 0 ? 3 : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(std::vector<char*>(argv, argv + argc)); }
