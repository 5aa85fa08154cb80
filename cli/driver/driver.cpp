// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "driver.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <new>
#include <numeric>
#include <optional>
#include <skua/error.hpp>
#include <skua/place.hpp>
#include <skua/progress.hpp>
#include <skua/sim.hpp>
#include <skua/spawn.hpp>
#include <skua/stats.hpp>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/checkpoint_file.hpp"
#include "apps/common/error.hpp"
#include "apps/common/stop_search.hpp"
#include "apps/common/text.hpp"
#include "other_load.hpp"

namespace apps {
namespace {

/// The statistics of a place, summed over its workers, and over its spare workers.
struct place_times {
  skua::worker_statistics workers, spare;
};

/// The measurements of the driver around the application.
struct outcome {
  bool ran = false;                         ///< the computation ran in this process to its end
  std::vector<int> workers;                 ///< by place
  std::string transport;                    ///< between the places
  double seconds = 0;                       ///< of real time
  std::optional<double> simulated_seconds;  ///< if the places were simulated: simulated time
  std::optional<double> sequential_seconds;
  std::optional<double> other_load;  ///< the share of the processors that other programs had
  bool shows_progress = false;
  skua::worker_statistics scheduler;   ///< summed over the workers of place 0
  std::vector<place_times> breakdown;  ///< by place; empty without --breakdown
};

template <typename Body>
double seconds_of(Body&& body) {
  auto const start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The number of workers of each place.
std::vector<int> workers_by_place() {
  std::vector<int> result{skua::workers()};
  for (int p = 1; p < skua::places(); ++p) result.push_back(skua::at(p, [] { return skua::workers(); }));
  return result;
}

/// The times of the processors of this host and of the processes of all places. With several hosts
/// the load by other programs seems lower than it is.
processor_times times_of_places() {
  auto times = processor_times_now();
  for (int p = 1; p < skua::places(); ++p) times.own += skua::at(p, [] { return processor_times_now().own; });
  return times;
}

skua::worker_statistics sum_of(std::vector<skua::worker_statistics> workers) {
  skua::statistics statistics;
  statistics.workers = std::move(workers);
  return statistics.total();
}

/// Of the calling place. Before its start a spare worker has no time: its `rest` is left out.
place_times times_here() {
  std::vector<skua::worker_statistics> workers = skua::stats().workers;
  auto const first_spare = workers.begin() + std::min(skua::workers(), static_cast<int>(workers.size()));
  std::vector<skua::worker_statistics> spare(first_spare, workers.end());
  workers.erase(first_spare, workers.end());
  for (skua::worker_statistics& w : spare) w.rest = 0;
  return {sum_of(std::move(workers)), sum_of(std::move(spare))};
}

std::vector<place_times> times_by_place() {
  std::vector<place_times> result{times_here()};
  for (int p = 1; p < skua::places(); ++p) result.push_back(skua::at(p, times_here));
  return result;
}

/// The sum of one of the two parts over all places.
skua::worker_statistics sum_of(std::vector<place_times> const& places, skua::worker_statistics place_times::* part) {
  std::vector<skua::worker_statistics> parts;
  for (place_times const& p : places) parts.push_back(p.*part);
  return sum_of(std::move(parts));
}

/// Whether all tasks that threw had no memory.
bool is_lack_of_memory(skua::task_errors const& errors) {
  return std::ranges::all_of(errors.errors(), [](std::exception_ptr const& error) {
    try {
      std::rethrow_exception(error);
    } catch (std::bad_alloc const&) {
      return true;
    } catch (...) {
      return false;
    }
  });
}

/// The parallel computation inside the runtime. Returns what `skua::run` returned.
int run_parallel(application& chosen, request const& command_line, outcome& result) {
  // The library reads its own arguments. --workers and --places become two of them, so that they
  // override the environment as those do.
  std::vector<std::string> arguments = command_line.library_arguments;
  if (command_line.options.workers > 0)
    arguments.push_back("--skua-workers=" + std::to_string(command_line.options.workers));
  if (command_line.options.places > 0)
    arguments.push_back("--skua-places=" + std::to_string(command_line.options.places));

  std::exception_ptr input_failure;  // an input error that is noticed only now ends this run normally
  skua::options settings;
  if (command_line.options.breakdown) settings.stats = skua::stats_level::detailed;
  int const code = run_with(std::move(arguments), settings, [&] {
    result.workers = workers_by_place();
    result.transport = skua::transport_name();
    auto probe = command_line.options.progress("");
    probe.source = [] { return skua::progress_report{}; };
    result.shows_progress = skua::progress("", std::move(probe)).is_visible();
    try {
      double const begin = skua::sim::now();
      // Its messages would change what a simulation does.
      processor_times const times = skua::sim::active() ? processor_times{} : times_of_places();
      double const call_seconds = seconds_of([&] { chosen.parallel(command_line.options); });
      if (skua::sim::active()) {
        result.simulated_seconds = skua::sim::now() - begin;
      } else {
        result.other_load = other_load(times, times_of_places());
      }
      result.seconds = chosen.timed_parallel().value_or(call_seconds);
    } catch (input_error const&) {
      input_failure = std::current_exception();
    } catch (std::bad_alloc const&) {
      input_failure = std::current_exception();
    } catch (skua::task_errors const& errors) {
      if (!is_lack_of_memory(errors)) throw;
      input_failure = std::make_exception_ptr(std::bad_alloc());
    }
    result.scheduler = skua::stats().total();
    if (command_line.options.breakdown) result.breakdown = times_by_place();
    result.ran = true;
  });
  if (input_failure) std::rethrow_exception(input_failure);
  return code;
}

/// The note about a machine that was not quiet; empty if it was.
std::string busy_note(outcome const& result) {
  constexpr double idle_load = 0.05;
  if (result.other_load.value_or(0) <= idle_load) return "";
  return "other programs used " + decimals(100 * *result.other_load, 0) + " % of the processors: times say little";
}

// The report: text for people, one line of JSON for programs.

void line(std::string const& label, std::string const& text) { std::printf("%-12s %s\n", label.c_str(), text.c_str()); }

/// Seconds of the workers.
json_object times_of(skua::worker_statistics const& totals) {
  json_object times;
  skua::for_each_time(totals, [&](char const* name, double seconds) { times.add(name, seconds); });
  return times;
}

/// The counts of the library; times and tasks only if it was asked to measure them.
void add_scheduler(json_object& stats, outcome const& result) {
  skua::worker_statistics const& totals = result.scheduler;
  stats.add("steals", totals.steals)
      .add("stolen", totals.stolen)
      .add("suspensions", totals.suspensions)
      .add("parks", totals.parks);
  if (totals.tasks > 0 && !stats.has("tasks")) stats.add("tasks", totals.tasks);
  if (totals.user > 0) stats.add("seconds", times_of(totals));
  if (result.breakdown.empty()) return;
  std::vector<json> places, spare;
  for (place_times const& p : result.breakdown) {
    places.emplace_back(times_of(p.workers));
    spare.emplace_back(times_of(p.spare));
  }
  json_object const all = times_of(sum_of(result.breakdown, &place_times::workers));
  stats.add("breakdown", json_object().add("all", all).add("places", places).add("spare", spare));
}

/// The share of each part of the time, and "" for no time.
std::string shares_of(skua::worker_statistics const& times) {
  double total = 0;
  skua::for_each_time(times, [&](char const*, double seconds) { total += seconds; });
  std::string shares;
  skua::for_each_time(times, [&](char const* name, double seconds) {
    if (seconds <= 0) return;
    if (!shares.empty()) shares += ", ";
    shares += name + (" " + decimals(100 * seconds / total, 1)) + " %";
  });
  return shares;
}

/// A row for each place, and the share of each part of the time at all places together; apart from
/// that of the workers, the shares of the spare workers.
void print_breakdown(std::vector<place_times> const& places) {
  std::vector<table::column> columns{{"place", "place"}};
  skua::worker_statistics const sums = sum_of(places, &place_times::workers);
  skua::for_each_time(sums, [&](char const* name, double) { columns.push_back({name, name, 4}); });
  table rows(columns);
  for (std::size_t p = 0; p < places.size(); ++p) {
    std::vector<double> row{static_cast<double>(p)};
    skua::for_each_time(places[p].workers, [&](char const*, double seconds) { row.push_back(seconds); });
    rows.add_row(row);
  }
  line("breakdown", "seconds of the workers of each place");
  std::fputs(rows.text().c_str(), stdout);
  line("all places", shares_of(sums));
  std::string const spare = shares_of(sum_of(places, &place_times::spare));
  if (!spare.empty()) line("spare", spare + " of the time of spare workers, which is not in the lines above");
}

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
  line("stolen", grouped(result.scheduler.stolen) + " tasks in " + grouped(result.scheduler.steals) + " steals" +
                     (result.workers.size() > 1 ? " within the places" : ""));
  if (result.sequential_seconds && result.seconds > 0 && summary.speed_up && !result.simulated_seconds) {
    line("speed-up", decimals(*result.sequential_seconds / result.seconds, 2) + " over the sequential program (" +
                         duration(*result.sequential_seconds) + ")");
  }
  if (!result.breakdown.empty()) print_breakdown(result.breakdown);
  for (auto const& note : summary.notes) line("note", note);
  if (auto const note = busy_note(result); !note.empty()) line("note", note);
  if (result.simulated_seconds) {
    line("note",
         "the time is a prediction: the cost of the library, and the computing of the program only with measured=X");
    line("", "(docs/reference/simulator.md); so are the times and rates above, but for the sequential program's");
  }
}

void print_json(application const& chosen, request const& command_line, outcome const& result, report const& summary) {
  std::vector<json> arguments(command_line.arguments.begin(), command_line.arguments.end());
  json_object stats = summary.stats;
  // The application may have added a search statistic of the same name: it covers the whole search,
  // and it is printed.
  if (summary.work > 0 && !stats.has(summary.work_unit)) stats.add(summary.work_unit, summary.work);
  add_scheduler(stats, result);
  if (result.other_load) stats.add("other_load", *result.other_load);
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

}  // namespace

int drive(application& chosen, request const& command_line) {
  chosen.prepare();
  if (chosen.stops_at_signals()) stop_at_signals();

  outcome result;
  if (int const code = run_parallel(chosen, command_line, result); code != 0) return code;
  if (!result.ran) return exit_right;  // not place 0: place 0 prints the report
  end_at_signals();
  bool const is_compared = command_line.options.compare && !stopped_by_signal();  // it was asked to end
  if (is_compared || chosen.needs_twin()) {
    auto sequential_line = command_line.options.progress("");
    sequential_line.visible = result.shows_progress;
    sequential_line.note = "the sequential program runs, to compare";
    sequential_line.source = [] { return skua::progress_report{}; };
    skua::progress const live(chosen.name(), std::move(sequential_line));
    double const call_seconds = seconds_of([&] { chosen.sequential(); });
    if (is_compared) result.sequential_seconds = chosen.timed_sequential().value_or(call_seconds);
  }

  report const summary = chosen.check();
  if (command_line.options.json) {
    print_json(chosen, command_line, result, summary);
  } else {
    print_text(chosen, result, summary);
  }
  if (!checkpoint_failure().empty()) {
    static_cast<void>(std::fflush(stdout));
    throw input_error(checkpoint_failure());
  }
  return summary.verified ? exit_right : exit_wrong;
}

}  // namespace apps
