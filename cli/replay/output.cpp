// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output.hpp"

#include <algorithm>
#include <cstdio>

#include "apps/common/json.hpp"
#include "apps/common/text.hpp"

namespace apps::replay {
namespace {

constexpr double nanosecond = 1e-9;
/// Names of the critical path that are shown.
constexpr std::size_t shown_names = 5;

// Shares of the time of all workers.
constexpr double near_the_bound = 1.1;
constexpr double mostly = 0.5;

double spread(prediction const& run) { return run.work / (run.places * run.workers); }
double seconds(std::uint64_t ns) { return static_cast<double>(ns) * nanosecond; }
std::string percent(double share) { return decimals(100 * share, 1) + " %"; }
void line(char const* label, std::string const& text) { std::printf("%-14s %s\n", label, text.c_str()); }

std::string path_text(results const& r) {
  std::string text;
  for (std::size_t i = 0; i < std::min(shown_names, r.limits.path.size()); ++i) {
    auto const& p = r.limits.path[i];
    text += (text.empty() ? "" : ", ") + p.name + " " +
            percent(static_cast<double>(p.time) / static_cast<double>(std::max<std::uint64_t>(r.limits.span, 1)));
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::string cut_short_text(record const& r) {
  return "signal " + std::to_string(r.signal) +
         " has cut the recorded run short: these are times of the part that ran.";
}

double least_time(results const& r, prediction const& run) { return std::max(seconds(r.limits.span), spread(run)); }

bool is_idle(prediction const& run) {
  return run.seconds > near_the_bound * spread(run) && run.idle_share() >= mostly * (1 - run.efficiency());
}

std::string main_loss(results const& r, prediction const& run) {
  double const span = seconds(r.limits.span);
  if (run.seconds <= near_the_bound * spread(run)) return "none";
  if (run.places > 1 && r.source->movable_share() < mostly) return "tasks stay at place 0: spawn them with `any`";
  std::string const path =
      "critical path" + (r.limits.path.empty() ? std::string() : ": " + r.limits.path.front().name);
  if (span > mostly * run.seconds) return path;
  if (!is_idle(run)) return "messages and steals";
  double const leaf = r.source->steps.empty() ? 0 : run.work / static_cast<double>(r.source->steps.size());
  if (spread(run) < 20 * leaf) return "too little work for so many workers";
  // At one place a worker takes a task as soon as there is one.
  if (run.places == 1 || run.seconds <= near_the_bound * run.ideal_seconds) return path;
  return "workers wait for stolen tasks";
}

void print_text(results const& r) {
  record const& source = *r.source;
  line("record", r.file + ": " + source.program + ", " + grouped(source.task_count()) + " tasks");
  line("work", duration(seconds(r.limits.work)) + ", span " + duration(seconds(r.limits.span)) + ", parallelism " +
                   decimals(r.limits.parallelism(), 1));
  line("critical path", path_text(r));
  line("movable", percent(source.movable_share()) + " of the work may leave its place");
  line("simulated", r.settings.empty() ? "the default network" : r.settings);
  std::printf("\n%8s %8s %12s %10s %12s %8s %12s  %s\n", "places", "workers", "time", "speed-up", "efficiency", "idle",
              "bound", "main loss");
  for (auto const& run : r.runs) {
    std::printf("%8d %8d %12s %10s %12s %8s %12s  %s\n", run.places, run.workers, duration(run.seconds).c_str(),
                decimals(run.speed_up(), 2).c_str(), percent(run.efficiency()).c_str(),
                percent(run.idle_share()).c_str(), duration(least_time(r, run)).c_str(), main_loss(r, run).c_str());
  }
  if (source.signal != 0) std::printf("\nNote: %s\n", cut_short_text(source).c_str());
  if (std::string const note = others_text(source); !note.empty()) std::printf("\nNote: %s\n", note.c_str());
  std::printf("\nPredictions: the recorded tasks at simulated places. `bound`: no replay is shorter.\n");
}

void print_json(results const& r, std::vector<std::string> const& arguments) {
  record const& source = *r.source;
  json_object object;
  object.add("app", "sim").add("workload", "replay").add("args", std::vector<json>(arguments.begin(), arguments.end()));
  object.add("program", source.program)
      .add("signal", source.signal)
      .add("lost_seconds", seconds(source.lost))
      .add("settings", r.settings);
  object.add("tasks", source.task_count()).add("recorded_tasks", static_cast<std::uint64_t>(source.tasks.size()));
  object.add("steps", static_cast<std::uint64_t>(source.steps.size()));
  object.add("work", seconds(r.limits.work)).add("span", seconds(r.limits.span));
  object.add("parallelism", r.limits.parallelism()).add("movable_share", source.movable_share());
  std::vector<json> path;
  for (auto const& p : r.limits.path) {
    json_object entry;
    entry.add("name", p.name).add("seconds", seconds(p.time));
    path.emplace_back(entry);
  }
  object.add("critical_path", path);
  std::vector<json> names;
  for (auto const& n : source.names) {
    json_object entry;
    entry.add("name", n.text).add("tasks", n.tasks).add("seconds", seconds(n.work));
    names.emplace_back(entry);
  }
  object.add("names", names);
  std::vector<json> runs;
  for (auto const& run : r.runs) {
    json_object entry;
    entry.add("places", run.places).add("workers", run.workers).add("seconds", run.seconds);
    entry.add("bound", least_time(r, run)).add("speed_up", run.speed_up()).add("efficiency", run.efficiency());
    entry.add("idle", run.idle_share()).add("messages", run.messages).add("bytes", run.bytes);
    entry.add("loots", run.loots).add("near_steals", run.near_steals).add("main_loss", main_loss(r, run));
    entry.add("events", run.events).add("real_seconds", run.real_seconds);
    runs.emplace_back(entry);
  }
  object.add("predictions", runs);
  std::printf("%s\n", json(object).text.c_str());
}

}  // namespace apps::replay
