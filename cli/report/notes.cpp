// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "notes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "apps/common/text.hpp"

namespace apps::trace_report {
namespace {

constexpr double second = 1e9;  // ns

/// A worker that waits for a processor stays in the slice of its task.
void add_note_on_processors(run_summary& run) {
  auto const add = [&run](std::string const& what, std::uint64_t workers, std::uint64_t processors) {
    run.notes.push_back(what + " has " + grouped(workers) + " workers on " + grouped(processors) +
                        (processors == 1 ? " processor" : " processors") +
                        ": a task that waits for a processor seems longer than it is.");
  };
  std::map<std::string, std::uint64_t> workers_of_hosts;
  for (auto const& place : run.places) {
    if (place.processors == 0) return;
    if (place.workers > place.processors)
      return add("Place " + std::to_string(place.place), place.workers, place.processors);
    std::uint64_t& workers = workers_of_hosts[place.host];
    workers += place.workers;
    if (workers > place.online) return add("Host " + place.host, workers, place.online);
  }
}

}  // namespace

std::string note_on_others(run_summary const& run) {
  constexpr double enough = 0.8;
  if (run.processor_seconds <= 0 || run.processor_seconds >= enough * run.time.work) return "";
  return "Workers had a processor for " + duration(run.processor_seconds) + " of the " + duration(run.time.work) +
         " that they spent in tasks: other programs had it, or tasks block.";
}

void add_notes(run_summary& run, collector const& events) {
  for (auto const& place : run.places) {
    if (place.signal == 0) continue;
    run.notes.push_back("Signal " + std::to_string(place.signal) +
                        " has cut the run short: the numbers are about the part that ran.");
    break;
  }
  add_note_on_processors(run);
  if (std::string note = note_on_others(run); !note.empty()) run.notes.push_back(std::move(note));
  if (run.lost > 0)
    run.notes.push_back(grouped(whole_count(run.lost)) +
                        " events did not fit into the rings and are lost: times and counts are too small.");
  if (events.unmatched > 0)
    run.notes.push_back(grouped(events.unmatched) + " ends of slices have no begin; they are left out.");
  double error = 0;
  bool has_bounds = true;
  for (auto const& place : run.places) {
    error = std::max(error, place.clock_error);
    has_bounds = has_bounds && place.clock_bounded;
  }
  if (run.clocks > 1) {
    std::string text = "The places have " + std::to_string(run.clocks) + " clocks. ";
    text += has_bounds
                ? "Messages with tasks align them; the error is at most " + duration(error) + "."
                : "Some are aligned by the hosts' dates alone, since no tasks went both ways: their error is not "
                  "known, and times of different hosts may not fit together.";
    run.notes.push_back(text);
  }
  constexpr double least_work = 0.05;          // of the workers' time
  constexpr double least_task = 100 / second;  // s
  if (run.simulated && run.tasks > 0 && run.time.work < least_work * run.time.total() &&
      run.time.work < least_task * run.tasks) {
    run.notes.emplace_back(
        "Tasks took nearly no virtual time: a simulated program computes in `sim::work`, or at its real time with "
        "`measured=1`.");
  }
  if (run.seconds < 0.05) run.notes.push_back("The run is shorter than 50 ms: its start and end may dominate.");
}

}  // namespace apps::trace_report
