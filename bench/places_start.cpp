// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/start: from starting a program until tasks run at its four places, which the library forks
// or skua-run starts; beside a start of the same program that only reports the time.
#include <skua/skua.hpp>

#include <filesystem>

#include "support/case.hpp"
#include "support/child.hpp"
#include "support/load.hpp"
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
    skua::finish([visited] {
      for (int p = 0; p < count; ++p) skua::spawn(skua::on(p), [visited] { visited->count += 1; });
    });
    f["all_ns"] = static_cast<double>(wall_ns());
    for (int p = 0; p < count; ++p) require(count_at(p, visited) == 1, "a place had no task");
    return f;
  });
}

figures bare_start() { return {{"first_ns", static_cast<double>(wall_ns())}}; }

void start(benchmark::State& state, std::vector<std::string> launcher) {
  if (!launcher.empty() && !std::filesystem::exists(launcher.front()))
    return skip(state, launcher.front() + " is not built");
  auto const command_with = [&](std::vector<std::string> words, char const* measurement) {
    words.push_back(this_program());
    words.push_back(std::string(measure_argument) + measurement);
    return words;
  };
  for (auto _ : state) {
    load_meter const load;
    std::vector<double> first_task, all_tasks, raw;
    for (int i = 0; i < size(15, 1); ++i) {
      auto begin = static_cast<double>(wall_ns());
      figures const program_figures = figures_of(command_with(launcher, program_name));
      first_task.push_back(program_figures.at("first_ns") - begin);
      all_tasks.push_back(program_figures.at("all_ns") - begin);
      begin = static_cast<double>(wall_ns());
      raw.push_back(figures_of(command_with({}, bare_name)).at("first_ns") - begin);
    }
    state.SetIterationTime(quantile(first_task, 0.5) * 1e-9);
    state.counters["first_ms"] = quantile(first_task, 0.5) * 1e-6;
    state.counters["all_ms"] = quantile(all_tasks, 0.5) * 1e-6;
    state.counters["raw_ms"] = quantile(raw, 0.5) * 1e-6;
    state.counters["other_load"] = load.other_load();
  }
}

}  // namespace

void add_places_start(suite& registry) {
  auto const run = (std::filesystem::path(this_program()).parent_path() / "skua-run").string();
  std::vector<std::string> const launcher{run, "-n", std::to_string(count), "-t", "1"};
  registry.add("places/start", [](benchmark::State& s) { start(s, {}); }, {at_most("first_ms", 30)});
  registry.add("places/start_run", [launcher](benchmark::State& s) { start(s, launcher); }, {at_most("first_ms", 30)});
  registry.add_measurement(program_name, measure_start);
  registry.add_measurement(bare_name, bare_start);
}

}  // namespace bench
