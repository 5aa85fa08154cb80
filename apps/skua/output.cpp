// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output.hpp"

#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "text.hpp"

namespace apps {
namespace {

void line(std::string const& label, std::string const& text) { std::printf("%-12s %s\n", label.c_str(), text.c_str()); }

/// The counts of the library; times and tasks only if it was asked to measure them.
void add_scheduler(json_object& stats, skua::worker_statistics const& totals) {
  stats.add("steals", totals.steals)
      .add("stolen", totals.stolen)
      .add("suspensions", totals.suspensions)
      .add("parks", totals.parks);
  if (totals.tasks > 0 && !stats.has("tasks")) stats.add("tasks", totals.tasks);
  if (totals.user <= 0) return;
  stats.add("seconds", json_object()
                           .add("init", totals.init)
                           .add("user", totals.user)
                           .add("issue", totals.issue)
                           .add("execute", totals.execute)
                           .add("wait", totals.wait)
                           .add("idle", totals.idle)
                           .add("final", totals.finalise)
                           .add("rest", totals.rest));
}

}  // namespace

void print_text(application const& chosen, outcome const& result, report const& summary) {
  line(chosen.name(), summary.answer);
  line(summary.verified ? "verified" : "WRONG", summary.verified_how);
  std::fputs(summary.table.c_str(), stdout);
  if (!summary.witness.empty()) {
    line("witness", summary.witness);
    line("certified", summary.certified);
  }
  int const workers = std::accumulate(result.workers.begin(), result.workers.end(), 0);
  auto time = duration(result.simulated_seconds.value_or(result.seconds)) + " on " + std::to_string(workers) +
              (workers == 1 ? " worker" : " workers");
  if (result.workers.size() > 1) time += " at " + std::to_string(result.workers.size()) + " places";
  if (result.simulated_seconds) time += ", simulated; the simulation took " + duration(result.seconds);
  if (summary.work > 0 && result.seconds > 0 && !result.simulated_seconds) {
    time += ", " + rate(static_cast<double>(summary.work) / result.seconds, summary.work_unit) + " per second";
  }
  line("time", time);
  line("stolen", grouped(result.scheduler.stolen) + " tasks in " + grouped(result.scheduler.steals) + " steals");
  if (result.sequential_seconds && result.seconds > 0 && summary.speed_up && !result.simulated_seconds) {
    line("speed-up", decimals(*result.sequential_seconds / result.seconds, 2) + " over the sequential program (" +
                         duration(*result.sequential_seconds) + ")");
  }
  for (auto const& note : summary.notes) line("note", note);
  if (result.simulated_seconds) {
    line("note",
         "simulated time has what the library costs, and the program's own only with measured=X (docs/simulator.md);");
    line("", "all other times and rates that the program prints are real time of the simulation");
  }
}

void print_json(application const& chosen, request const& command_line, outcome const& result, report const& summary) {
  std::vector<json> arguments(command_line.arguments.begin(), command_line.arguments.end());
  json_object stats = summary.stats;
  // The application may have added a search statistic of the same name: it covers the whole search,
  // and it is printed.
  if (summary.work > 0 && !stats.has(summary.work_unit)) stats.add(summary.work_unit, summary.work);
  add_scheduler(stats, result.scheduler);
  json_object object;
  object.add("app", chosen.name())
      .add("args", arguments)
      .add("result", summary.result)
      .add("verified", summary.verified)
      .add("seconds", result.simulated_seconds.value_or(result.seconds))
      .add("sequential_seconds", result.sequential_seconds ? json(*result.sequential_seconds) : json())
      .add("places", result.workers.size())
      .add("workers", std::vector<json>(result.workers.begin(), result.workers.end()))
      .add("transport", result.transport)
      .add("stats", stats);
  if (result.simulated_seconds) object.add("simulated", true).add("real_seconds", result.seconds);
  std::printf("%s\n", json(object).text.c_str());
}

}  // namespace apps
