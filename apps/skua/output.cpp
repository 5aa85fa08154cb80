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

/// What the library counted; the times and the tasks only if it was asked to measure them.
void add_scheduler(json_object& stats, skua::worker_statistics const& of) {
  stats.add("steals", of.steals).add("stolen", of.stolen).add("suspensions", of.suspensions).add("parks", of.parks);
  if (of.tasks > 0 && !stats.has("tasks")) stats.add("tasks", of.tasks);
  if (of.user <= 0) return;
  stats.add("seconds", json_object()
                           .add("init", of.init)
                           .add("user", of.user)
                           .add("issue", of.issue)
                           .add("execute", of.execute)
                           .add("wait", of.wait)
                           .add("idle", of.idle)
                           .add("final", of.finalise)
                           .add("rest", of.rest));
}

}  // namespace

void print_text(application const& chosen, outcome const& result, report const& found) {
  line(chosen.name(), found.answer);
  line(found.verified ? "verified" : "WRONG", found.verified_how);
  std::fputs(found.table.c_str(), stdout);
  if (!found.witness.empty()) {
    line("witness", found.witness);
    line("certified", found.certified);
  }
  int const workers = std::accumulate(result.workers.begin(), result.workers.end(), 0);
  auto time = duration(result.simulated_seconds.value_or(result.seconds)) + " on " + std::to_string(workers) +
              (workers == 1 ? " worker" : " workers");
  if (result.workers.size() > 1) time += " at " + std::to_string(result.workers.size()) + " places";
  if (result.simulated_seconds) time += ", simulated; the simulation took " + duration(result.seconds);
  if (found.work > 0 && result.seconds > 0 && !result.simulated_seconds) {
    time += ", " + rate(static_cast<double>(found.work) / result.seconds, found.work_unit) + " per second";
  }
  line("time", time);
  line("stolen", grouped(result.scheduler.stolen) + " tasks in " + grouped(result.scheduler.steals) + " steals");
  if (result.sequential_seconds && result.seconds > 0 && found.speed_up && !result.simulated_seconds) {
    line("speed-up", decimals(*result.sequential_seconds / result.seconds, 2) + " over the sequential program (" +
                         duration(*result.sequential_seconds) + ")");
  }
  for (auto const& note : found.notes) line("note", note);
  if (result.simulated_seconds) {
    line("note",
         "simulated time has what the library costs, and the program's own only with measured=X (docs/simulator.md);");
    line("", "all other times and rates that the program prints are real time of the simulation");
  }
}

void print_json(application const& chosen, request const& what, outcome const& result, report const& found) {
  std::vector<json> arguments(what.arguments.begin(), what.arguments.end());
  json_object stats = found.stats;
  // What an application says of a search has the same names: that of the whole search, and it
  // counts.
  if (found.work > 0 && !stats.has(found.work_unit)) stats.add(found.work_unit, found.work);
  add_scheduler(stats, result.scheduler);
  json_object object;
  object.add("app", chosen.name())
      .add("args", arguments)
      .add("result", found.result)
      .add("verified", found.verified)
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
