// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "blame.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace apps::trace_report {
namespace {

constexpr double long_share = 0.05;   // of the run: a slice of this length is a long task
constexpr double blamed_share = 0.7;  // of the active workers that are in long tasks
constexpr double low_share = 0.5;     // of the workers: more active ones need no explanation
constexpr double busy_share = 0.75;   // of a place's workers
constexpr double idle_share = 0.25;   // of a place's workers

/// By bin, the number of workers in a long task.
std::vector<double> workers_in(std::vector<slice_row> const& slices, double width) {
  std::vector<double> workers(axis_bins);
  for (auto const& slice : slices) {
    for (std::size_t i = 0; i < axis_bins; ++i) {
      double const begin = static_cast<double>(i) * width;
      workers[i] += std::max(0.0, std::min(slice.end, begin + width) - std::max(slice.begin, begin)) / width;
    }
  }
  return workers;
}

std::vector<slice_row> long_tasks_of(run_summary const& run) {
  std::vector<slice_row> slices;
  for (auto const& slice : run.long_slices) {
    if (slice.seconds() >= long_share * run.seconds) slices.push_back(slice);
  }
  return slices;
}

/// Long tasks that follow each other are a chain, not a huge task: for each bin that is blamed on
/// long tasks, whether it belongs to one of at least three of similar length, one at a time.
std::vector<bool> chain_bins(run_summary const& run, std::vector<slice_row> const& slices,
                             std::vector<double> const& in_long) {
  std::vector<bool> chain(axis_bins);
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= axis_bins; ++i) {
    bool const is_single = i < axis_bins && in_long[i] > 0.5 && run.active[i] <= serial_limit;
    if (is_single) continue;
    double const from = static_cast<double>(begin) * run.axis_width;
    double const to = static_cast<double>(i) * run.axis_width;
    double longest = 0;
    int members = 0;
    for (auto const& slice : slices) {
      double const inside = std::min(slice.end, to) - std::max(slice.begin, from);
      if (inside < 0.5 * slice.seconds()) continue;
      ++members;
      longest = std::max(longest, slice.seconds());
    }
    if (members >= 3 && longest < 0.5 * (to - from)) {
      for (std::size_t k = begin; k < i; ++k) chain[k] = true;
    }
    begin = i + 1;
  }
  return chain;
}

/// The idle workers of places without tasks, if another place is busy; that place is added to
/// `busy`.
double idle_beside_busy_places(run_summary const& run, std::size_t bin, std::map<std::uint32_t, double>& busy) {
  double idle = 0;
  std::vector<std::uint32_t> busy_places;
  for (auto const& place : run.places) {
    double const present = place.present[bin];
    if (present <= 0) continue;
    if (place.active[bin] >= busy_share * present) busy_places.push_back(place.place);
    if (place.active[bin] <= idle_share * present) idle += present - place.active[bin];
  }
  if (busy_places.empty() || idle <= 0) return 0;
  for (auto const place : busy_places) busy[place] += idle;
  return idle;
}

/// The places that were busy in greatest of the time for which they are blamed.
std::set<std::uint32_t> most_busy(std::map<std::uint32_t, double> const& busy) {
  double greatest = 0;
  for (auto const& [place, seconds] : busy) greatest = std::max(greatest, seconds);
  std::set<std::uint32_t> places;
  for (auto const& [place, seconds] : busy) {
    if (seconds >= 0.5 * greatest) places.insert(place);
  }
  return places;
}

/// Waits below the threshold are not suspensions in the trace, but workers are idle in them.
double waits_in(run_summary const& run, wait_kind kind, std::size_t bin) {
  auto const& tasks = run.lock_waits[static_cast<std::size_t>(kind)];
  auto const& workers = run.lock_idle[static_cast<std::size_t>(kind)];
  return tasks.empty() ? 0.0 : std::max(tasks[bin], workers[bin]);
}

/// Without `by_place` no idle time is blamed on places.
blame divide_idle_time(run_summary const& run, bool by_place) {
  blame result;
  result.serial_bins.assign(axis_bins, 0);
  auto const slices = long_tasks_of(run);
  auto const in_long = workers_in(slices, run.axis_width);
  auto const chain = chain_bins(run, slices, in_long);
  std::map<std::uint32_t, double> busy;
  std::vector<double> long_lost(axis_bins);
  for (std::size_t i = 0; i < axis_bins; ++i) {
    double const width = run.axis_width;
    double idle = std::max(0.0, run.present[i] - run.active[i]);
    result.workers_time += std::max(run.present[i], run.active[i]) * width;
    for (auto const kind : {wait_kind::mutex, wait_kind::semaphore}) {
      double const blamed = std::min(idle, waits_in(run, kind, i));
      (kind == wait_kind::mutex ? result.locks : result.semaphores) += blamed * width;
      idle -= blamed;
    }
    bool const is_low = run.active[i] <= low_share * run.present[i];
    if (is_low && !chain[i] && run.active[i] > 0 && in_long[i] >= blamed_share * run.active[i]) {
      result.long_tasks += idle * width;
      long_lost[i] = idle * width;
      continue;
    }
    // One busy worker of several at the only busy place means a serial phase, not a busy place.
    double const beside = by_place ? std::min(idle, idle_beside_busy_places(run, i, busy)) : 0;
    result.places += beside * width;
    idle -= beside;
    if (run.present[i] > serial_limit && run.active[i] <= serial_limit) {
      result.serial += idle * width;
      result.serial_bins[i] = idle * width;
    } else {
      result.rest += idle * width;
    }
  }
  result.busy_places = most_busy(busy);
  for (auto const& slice : slices) {
    double lost = 0;
    for (std::size_t i = 0; i < axis_bins; ++i) {
      double const begin = static_cast<double>(i) * run.axis_width;
      if (slice.begin < begin + run.axis_width && slice.end > begin) lost += long_lost[i];
    }
    if (lost > 0.2 * result.long_tasks) result.blamed_slices.push_back(slice);
  }
  return result;
}

}  // namespace

blame blame_idle_time(run_summary const& run) {
  auto result = divide_idle_time(run, true);
  // Places that are busy by turns do not keep their tasks: there are too few of them.
  bool const all_are_busy = result.busy_places.size() == run.places.size();
  return all_are_busy ? divide_idle_time(run, false) : result;
}

}  // namespace apps::trace_report
