// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/start: from starting a program until tasks run at its four places, which the library forks
// or skua-run starts; beside a start of the same program that only reports the time.
#include <skua/skua.hpp>

#include <algorithm>
#include <filesystem>
#include <future>

#include "support/case.hpp"
#include "support/child.hpp"
#include "support/places.hpp"

namespace bench {
namespace {

constexpr int count = 4;
constexpr char const* program_name = "places/start";
constexpr char const* bare_name = "places/start_bare";

figures measure_start() {
  skua::runtime job{places(count)};
  return job.run([] {
    figures f;
    f["first_ns"] = static_cast<double>(wall_ns());
    place_flags const visited(0);
    visit_all(visited);
    f["all_ns"] = static_cast<double>(wall_ns());
    for (int p = 0; p < count; ++p) require(count_at(p, visited) == 1, "a place had no task");
    return f;
  });
}

figures bare_start() { return {{"first_ns", static_cast<double>(wall_ns())}}; }

/// Seconds until the last of `processes`, started at once, reports.
double bare_seconds(int processes, std::vector<std::string> const& command) {
  auto const begin = static_cast<double>(wall_ns());
  std::vector<std::future<figures>> reports;
  for (int i = 0; i < processes; ++i) reports.push_back(std::async(std::launch::async, figures_of, command));
  double last = begin;
  for (auto& report : reports) last = std::max(last, report.get().at("first_ns"));
  return (last - begin) * 1e-9;
}

void start(benchmark::State& state, std::vector<std::string> launcher, int processes) {
  if (!launcher.empty() && !std::filesystem::exists(launcher.front()))
    return skip(state, launcher.front() + " is not built");
  auto const command_with = [&](std::vector<std::string> words, char const* measurement) {
    words.push_back(this_program());
    words.push_back(std::string(measure_argument) + measurement);
    return words;
  };
  for (auto _ : state) {
    load_meter const load;
    figures const medians = medians_of_rounds({size(15, 1)}, [&](int) -> figures {
      auto const begin = static_cast<double>(wall_ns());
      figures const times = figures_of(command_with(launcher, program_name));
      double const first = (times.at("first_ns") - begin) * 1e-9;
      double const raw = bare_seconds(processes, command_with({}, bare_name));
      return {{time_figure, first},
              {"first_ms", first * 1e3},
              {"all_ms", (times.at("all_ns") - begin) * 1e-6},
              {"raw_ms", raw * 1e3},
              {"beyond_ms", (first - raw) * 1e3}};
    });
    report(state, medians, load);
  }
}

}  // namespace

void add_places_start(suite& registry) {
  auto const run = (std::filesystem::path(this_program()).parent_path() / "skua-run").string();
  std::vector<std::string> const launcher{run, "-n", std::to_string(count), "-t", "1"};
  registry.add("places/start", [](benchmark::State& s) { start(s, {}, 1); }, {at_most("beyond_ms", 5)});
  registry.add("places/start_run", [launcher](benchmark::State& s) { start(s, launcher, count); },
               {at_most("beyond_ms", 5)});
  registry.add_measurement(program_name, measure_start);
  registry.add_measurement(bare_name, bare_start);
}

}  // namespace bench
