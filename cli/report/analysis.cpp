// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "apps/common/text.hpp"
#include "clocks.hpp"
#include "notes.hpp"
#include "summary.hpp"

namespace apps::trace_report {
namespace {

constexpr double second = 1e9;  // ns

/// The time axis of the run: nanoseconds by the clock of its first place.
struct time_axis {
  double begin = 0;
  double width = 1;  ///< of a bin
};

using shift_map = std::map<std::uint32_t, clock_shift>;
using flow_map = std::map<std::pair<std::uint32_t, std::uint32_t>, flow_row>;

time_axis find_axis(collector const& events, shift_map const& shifts, run_summary& summary) {
  double begin = 0;
  double end = 0;
  bool is_first = true;
  for (auto const& [id, p] : events.places) {
    if (p.first > p.last) continue;
    double const shift = shifts.at(id).nanoseconds;
    double const first = static_cast<double>(p.first) + shift;
    double const last = static_cast<double>(p.last) + shift;
    begin = is_first ? first : std::min(begin, first);
    end = is_first ? last : std::max(end, last);
    is_first = false;
  }
  double const length = std::max(end - begin, 1.0);
  summary.seconds = length / second;
  summary.axis_width = summary.seconds / axis_bins;
  return {begin, length / axis_bins};
}

/// The runtime's time is what remains of a worker's life. A spare worker is not one worker more:
/// while it has no task, it does not count.
worker_time time_of(worker_sums const& w) {
  worker_time t;
  t.work = w.busy / second;
  if (w.spare) {
    t.overhead = (w.in_slice - w.busy) / second;
    return t;
  }
  t.search = w.search / second;
  t.sleep = w.sleep / second;
  t.wait = w.wait / second;
  for (auto const& [reason, nanoseconds] : w.waits) t.waits[reason] += nanoseconds / second;
  double const life = static_cast<double>(w.last - w.first) / second;
  // Below a nanosecond it is the rounding of sums.
  double const rest = life - t.work - t.idle();
  t.overhead = rest > 1e-9 ? rest : 0;
  return t;
}

/// Adds the bins of a worker, as shares of their width, to the sums of its place and of the run.
void add_bins(worker_sums const& w, time_axis const& axis, double shift, place_row& sums, run_summary& summary) {
  std::vector<double> present(axis_bins);
  if (!w.spare) {
    time_bins life(1, most_bins);
    life.add(0, w.first, w.last);
    life.add_to(present, 0, axis.begin, axis.width, shift);
  }
  std::array<std::vector<double>, state_count> bins;
  for (std::size_t s = 0; s < state_count; ++s) {
    bins[s].assign(axis_bins, 0);
    w.bins.add_to(bins[s], s, axis.begin, axis.width, shift);
  }
  for (std::size_t i = 0; i < axis_bins; ++i) {
    for (auto& state : bins) state[i] /= axis.width;
    // The life of a worker and its slices are divided into bins of different widths.
    double const in_slice = bins[state_in_slice][i];
    double const idle = bins[state_search][i] + bins[state_sleep][i] + bins[state_wait][i];
    double const existing = w.spare ? in_slice : std::min(1.0, std::max(present[i] / axis.width, in_slice + idle));
    double const active = w.spare ? in_slice : std::clamp(existing - idle, 0.0, 1.0);
    if (!w.spare) sums.present[i] += existing;
    sums.active[i] += active;
    // A bin of the worker that reaches beyond the run is pressed into the bins at the edge.
    summary.in_tasks[i] += std::min(1.0, bins[state_work][i]);
  }
}

void add_workers(place_sums const& p, time_axis const& axis, double shift, place_row& row, run_summary& summary,
                 flow_map& steals) {
  for (auto const& [number, w] : p.threads) {
    if (!w.seen()) continue;
    add_bins(w, axis, shift, row, summary);
    row.time.add(time_of(w));
    for (auto const& [victim, s] : w.steals) {
      row.steals_inside += s.steals;
      row.stolen_inside += s.tasks;
      auto& flow = steals[{victim, number}];
      flow.from = victim;
      flow.to = number;
      flow.steals += s.steals;
      flow.tasks += s.tasks;
    }
  }
}

place_row make_place_row(std::uint32_t id, place_sums const& p, time_axis const& axis, clock_shift const& shift) {
  place_row row;
  row.place = id;
  row.host = p.host;
  row.workers = p.workers;
  row.asks = p.asks;
  row.refusals = p.refusals;
  row.peak_memory = p.peak_memory;
  row.ended = p.has_end;
  row.signal = p.signal;
  row.processors = p.simulated ? 0 : p.processors;
  row.online = p.online;
  row.end = (static_cast<double>(p.last) + shift.nanoseconds - axis.begin) / second;
  row.clock_shift = shift.nanoseconds / second;
  row.clock_error = shift.error / second;
  row.clock_bounded = shift.bounded;
  if (auto const lost = p.counters.find("lost"); lost != p.counters.end()) row.lost = lost->second;
  if (auto const used = p.counters.find("processor_seconds"); used != p.counters.end() && !p.simulated)
    row.processor_seconds = used->second;
  row.active.assign(axis_bins, 0);
  row.present.assign(axis_bins, 0);
  for (auto const& [name, sums] : p.tasks) row.tasks += sums.count;
  return row;
}

void add_series(time_bins const& bins, time_axis const& axis, double shift, std::vector<double>& series,
                std::size_t state = 0) {
  std::vector<double> sums(axis_bins);
  bins.add_to(sums, state, axis.begin, axis.width, shift);
  series.resize(axis_bins);
  for (std::size_t i = 0; i < axis_bins; ++i) series[i] += sums[i] / axis.width;
}

/// A message with tasks stands at both ends. Of a place that was killed one of them is absent.
void add_flows(std::uint32_t id, place_sums const& p, flow_map& flows) {
  auto const flow = [&](std::uint32_t from, std::uint32_t to) -> flow_row& {
    auto& row = flows[{from, to}];
    row.from = from;
    row.to = to;
    return row;
  };
  auto const note_steals = [](flow_row& row, steal_sums const& s) {
    row.steals = std::max(row.steals, s.steals);
    row.tasks = std::max(row.tasks, s.tasks);
  };
  for (auto const& [victim, s] : p.loots) note_steals(flow(victim, id), s);
  for (auto const& [thief, s] : p.gives) note_steals(flow(id, thief), s);
  for (auto const& [to, t] : p.traffic) {
    auto& row = flow(id, to);
    row.messages += t.messages;
    row.bytes += t.bytes;
    row.exact = t.counted;
  }
}

void add_values(place_sums const& p, std::map<std::string, value_row>& marks, std::map<std::string, value_row>& spans,
                std::map<std::string, value_row>& counters) {
  for (auto const& [name, count] : p.marks) marks[name].count += count;
  for (auto const& [name, sums] : p.spans) {
    spans[name].count += sums.count;
    spans[name].seconds += sums.nanoseconds / second;
  }
  for (auto const& [name, sums] : p.user_counters) {
    auto& row = counters[name];
    row.least = row.count == 0 ? sums.least : std::min(row.least, sums.least);
    row.greatest = row.count == 0 ? sums.greatest : std::max(row.greatest, sums.greatest);
    row.count += sums.count;
  }
}

std::vector<value_row> rows_of(std::map<std::string, value_row> const& values) {
  std::vector<value_row> rows;
  for (auto const& [name, row] : values) {
    rows.push_back(row);
    rows.back().name = name;
  }
  return rows;
}

/// Bins in which about one worker was active, or none; phases shorter than three bins are left out
/// of the list, not of the sum.
void find_serial_phases(run_summary& run) {
  if (run.workers < 2) return;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= axis_bins; ++i) {
    bool const is_serial = i < axis_bins && run.active[i] <= serial_limit;
    if (is_serial) {
      run.serial_seconds += run.axis_width;
      continue;
    }
    if (i - begin >= 3) {
      run.serial_phases.push_back(
          {static_cast<double>(begin) * run.axis_width, static_cast<double>(i) * run.axis_width});
    }
    begin = i + 1;
  }
  std::sort(run.serial_phases.begin(), run.serial_phases.end(),
            [](phase const& a, phase const& b) { return a.seconds() > b.seconds(); });
}

/// The tasks of one name at one place, over the run.
place_task make_place_task(std::uint32_t id, place_sums const& p, std::string const& name, task_sums const& sums,
                           time_axis const& axis, double shift) {
  place_task task{id, {name, sums}, {}, {}};
  auto const load = p.loads.find(name);
  if (load == p.loads.end()) return task;
  double const width = axis.width * axis_bins / load_parts;
  task.busy.assign(load_parts, 0);
  task.counts.assign(load_parts, 0);
  load->second.add_to(task.busy, 0, axis.begin, width, shift);
  load->second.add_to(task.counts, 1, axis.begin, width, shift);
  return task;
}

void add_tasks(collector const& events, shift_map const& shifts, time_axis const& axis, run_summary& summary) {
  std::map<std::string, task_sums> tasks;
  std::map<std::pair<std::string, std::string>, suspension_sums> suspensions;
  for (auto const& [id, p] : events.places) {
    for (auto const& [name, sums] : p.tasks) {
      tasks[name].add(sums);
      summary.place_tasks.push_back(make_place_task(id, p, name, sums, axis, shifts.at(id).nanoseconds));
    }
    for (auto const& [key, s] : p.suspensions) {
      auto& row = suspensions[key];
      row.count += s.count;
      row.nanoseconds += s.nanoseconds;
      row.longest = std::max(row.longest, s.longest);
    }
  }
  for (auto const& [name, sums] : tasks) {
    summary.tasks += sums.count;
    summary.pieces += sums.pieces;
    summary.task_rows.push_back({name, sums});
  }
  std::sort(summary.task_rows.begin(), summary.task_rows.end(),
            [](task_row const& a, task_row const& b) { return a.sums.busy > b.sums.busy; });
  for (auto const& [key, s] : suspensions) {
    summary.suspensions.push_back({key.first, key.second, s.count, s.nanoseconds / second, s.longest / second});
  }
  std::sort(summary.suspensions.begin(), summary.suspensions.end(),
            [](suspension_row const& a, suspension_row const& b) { return a.seconds > b.seconds; });
  summary.sizes = events.sizes;
  summary.longest_mean = events.longest_mean;
  summary.longest_joint = events.longest_joint;
}

void add_long_slices(collector const& events, shift_map const& shifts, time_axis const& axis, run_summary& summary) {
  for (auto const& slice : events.long_slices) {
    auto const shift = shifts.find(slice.place);
    if (shift == shifts.end()) continue;
    double const begin = (static_cast<double>(slice.begin) + shift->second.nanoseconds - axis.begin) / second;
    summary.long_slices.push_back(
        {slice.name, slice.place, slice.worker, begin, begin + static_cast<double>(slice.length()) / second});
  }
  std::sort(summary.long_slices.begin(), summary.long_slices.end(), [](slice_row const& a, slice_row const& b) {
    return a.seconds() != b.seconds() ? a.seconds() > b.seconds() : a.begin < b.begin;
  });
}

}  // namespace

std::string program_name(std::string const& path) { return std::filesystem::path(path).filename().string(); }

std::string input_of(std::string const& command) {
  std::istringstream words(command);
  std::string text;
  for (std::string word; words >> word;) {
    if (!word.starts_with("--skua-")) text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

void worker_time::add(worker_time const& other) {
  work += other.work;
  overhead += other.overhead;
  search += other.search;
  sleep += other.sleep;
  wait += other.wait;
  for (auto const& [reason, seconds] : other.waits) waits[reason] += seconds;
}

run_summary summarise(raw_run const& run) {
  auto const& events = run.events;
  run_summary summary;
  summary.files = run.files;
  summary.bytes = run.bytes;
  summary.events = events.events;
  summary.notes = run.notes;
  auto const shifts = align_clocks(events.places, events.delays);
  auto const axis = find_axis(events, shifts, summary);
  summary.in_tasks.assign(axis_bins, 0);

  flow_map flows, worker_flows;
  std::map<std::string, value_row> marks, spans, counters;
  std::set<std::size_t> clocks;
  for (auto const& [id, p] : events.places) {
    auto const& shift = shifts.at(id);
    auto row = make_place_row(id, p, axis, shift);
    add_workers(p, axis, shift.nanoseconds, row, summary, worker_flows);
    for (std::size_t kind = 0; kind < summary.lock_waits.size(); ++kind) {
      add_series(p.lock_waits, axis, shift.nanoseconds, summary.lock_waits[kind], kind);
      add_series(p.lock_idle, axis, shift.nanoseconds, summary.lock_idle[kind], kind);
    }
    for (auto const& [reason, waits] : p.waits) add_series(waits, axis, shift.nanoseconds, summary.waits[reason]);
    for (auto const& [name, series] : p.name_series)
      add_series(series, axis, shift.nanoseconds, summary.name_series[name]);
    add_flows(id, p, flows);
    add_values(p, marks, spans, counters);
    for (auto const& [name, value] : p.counters) summary.counters[name] += value;
    clocks.insert(shift.clock);
    summary.workers += p.workers;
    summary.time.add(row.time);
    summary.cancels += p.cancels;
    summary.incumbents += p.incumbents;
    summary.lost += row.lost;
    summary.simulated = summary.simulated || p.simulated;
    summary.threshold = std::max(summary.threshold, static_cast<double>(p.threshold) / second);
    if (summary.program.empty()) summary.program = p.program;
    if (summary.command.empty()) summary.command = p.command;
    if (summary.version.empty()) summary.version = p.version;
    if (summary.policy.empty()) summary.policy = p.policy;
    summary.places.push_back(std::move(row));
  }
  summary.clocks = clocks.size();
  summary.active.assign(axis_bins, 0);
  summary.present.assign(axis_bins, 0);
  bool const all_known = std::all_of(summary.places.begin(), summary.places.end(),
                                     [](place_row const& place) { return place.processor_seconds > 0; });
  for (auto const& place : summary.places) {
    if (all_known) summary.processor_seconds += place.processor_seconds;
    for (std::size_t i = 0; i < axis_bins; ++i) {
      summary.active[i] += place.active[i];
      summary.present[i] += place.present[i];
    }
  }
  for (auto const& [key, flow] : flows) summary.place_flows.push_back(flow);
  for (auto const& [key, flow] : worker_flows) summary.worker_flows.push_back(flow);
  summary.most_parallel = *std::max_element(summary.in_tasks.begin(), summary.in_tasks.end());
  summary.marks = rows_of(marks);
  summary.spans = rows_of(spans);
  summary.user_counters = rows_of(counters);
  add_tasks(events, shifts, axis, summary);
  add_long_slices(events, shifts, axis, summary);
  find_serial_phases(summary);
  add_notes(summary, events);
  return summary;
}

}  // namespace apps::trace_report
