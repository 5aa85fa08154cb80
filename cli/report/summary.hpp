// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a report says about a run, in seconds and on one time axis.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "files.hpp"

namespace apps::trace_report {

/// The number of equal parts of the run in which phases are looked for.
inline constexpr std::size_t axis_bins = 1000;
/// The number of equal parts of the run in which places are compared.
inline constexpr std::size_t load_parts = 40;
/// So many active workers at most are a serial phase: averages of bins are not exact at its edges.
inline constexpr double serial_limit = 1.1;  // workers

/// A count as a whole number, whatever a trace says.
[[nodiscard]] inline std::uint64_t whole_count(double value) {
  return value > 0 ? static_cast<std::uint64_t>(std::min(value, 0x1p62) + 0.5) : 0;
}

/// Worker-seconds. `overhead` is all time that is neither in a task nor idle: the runtime's own.
struct worker_time {
  double work = 0;
  double overhead = 0;
  double search = 0;
  double sleep = 0;
  double wait = 0;
  std::map<std::string, double> waits;  ///< `wait` by reason

  [[nodiscard]] double idle() const { return search + sleep + wait; }
  [[nodiscard]] double total() const { return work + overhead + idle(); }
  void add(worker_time const& other);
};

struct task_row {
  std::string name;
  task_sums sums;  ///< ns
  [[nodiscard]] double seconds() const { return sums.busy / 1e9; }
  [[nodiscard]] double mean() const { return sums.count > 0 ? seconds() / sums.count : 0; }  ///< s
};

/// The tasks of one name at one place.
struct place_task {
  std::uint32_t place = 0;
  task_row row;
  std::vector<double> busy;    ///< ns in them, by part of the run
  std::vector<double> counts;  ///< their number, by part of the run
};

struct suspension_row {
  std::string reason;
  std::string task;
  double count = 0;
  double seconds = 0;
  double longest = 0;  ///< s
};

/// From one place to another, or inside a place from one worker to another.
struct flow_row {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double steals = 0;
  double tasks = 0;
  double messages = 0;
  double bytes = 0;
  bool exact = true;  ///< false: only messages of at least 4096 bytes
};

struct place_row {
  std::uint32_t place = 0;
  std::string host;
  std::uint64_t workers = 0;
  worker_time time;
  double tasks = 0;
  double asks = 0;
  double refusals = 0;
  double steals_inside = 0;
  double stolen_inside = 0;  ///< tasks
  double peak_memory = 0;    ///< bytes
  bool ended = false;
  int signal = 0;                ///< that has cut the run short
  std::uint64_t processors = 0;  ///< that the process may use; 0: not known
  std::uint64_t online = 0;      ///< of the host
  double end = 0;                ///< s after the begin of the run: its last event
  double lost = 0;               ///< events
  double processor_seconds = 0;  ///< in which its workers had a processor; 0: not known
  double clock_shift = 0;        ///< s
  double clock_error = 0;        ///< s
  bool clock_bounded = true;
  std::vector<double> active;   ///< by bin of the axis: number of workers not idle
  std::vector<double> present;  ///< by bin: number of workers that are not spare
};

struct phase {
  double begin = 0;  ///< s
  double end = 0;
  [[nodiscard]] double seconds() const { return end - begin; }
};

struct slice_row {
  std::string name;
  std::uint32_t place = 0;
  std::uint32_t worker = 0;
  double begin = 0;  ///< s
  double end = 0;
  [[nodiscard]] double seconds() const { return end - begin; }
};

struct finding {
  std::string kind;                                     ///< "huge_task", …: docs/reference/report.md has a section each
  double share = 0;                                     ///< of the workers' time that it costs, at most
  std::string text;                                     ///< what happened, one or two sentences
  std::string advice;                                   ///< what to do
  std::vector<std::pair<std::string, double>> numbers;  ///< those of the text
};

struct value_row {
  std::string name;
  double count = 0;  ///< of marks, spans, samples
  double seconds = 0;
  double least = 0;
  double greatest = 0;
};

struct run_summary {
  std::vector<std::string> files;
  std::uint64_t bytes = 0;
  std::uint64_t events = 0;
  std::string program, version, policy;
  std::string command;  ///< the program and its arguments; empty in old traces
  bool simulated = false;
  std::size_t clocks = 1;
  double threshold = 0;  ///< s

  double seconds = 0;
  double axis_width = 0;  ///< s of a bin of the axis
  std::uint64_t workers = 0;
  worker_time time;
  double processor_seconds = 0;  ///< in which the workers had a processor; 0: not known
  double tasks = 0;
  double pieces = 0;
  std::vector<double> in_tasks;  ///< by bin: number of workers in tasks
  std::vector<double> active;    ///< by bin: in tasks or in the runtime
  std::vector<double> present;   ///< by bin: number of workers that are not spare
  /// By kind of wait and bin: number of tasks that wait, and of workers that have no other task.
  std::array<std::vector<double>, 2> lock_waits, lock_idle;
  std::map<std::string, std::vector<double>> waits;  ///< by reason and bin: number of tasks that wait
  double most_parallel = 0;                          ///< the greatest of `in_tasks`
  double serial_seconds = 0;
  std::vector<phase> serial_phases;                        ///< the longest first
  std::vector<slice_row> long_slices;                      ///< the longest first
  joint_tasks longest_mean, longest_joint;                 ///< of slices of several tasks
  std::vector<task_row> task_rows;                         ///< the longest first
  std::vector<place_task> place_tasks;                     ///< by place and name
  std::map<std::string, std::vector<double>> name_series;  ///< by bin: workers in tasks of a name
  std::array<size_bucket_sum, size_buckets> sizes{};
  std::vector<suspension_row> suspensions;
  std::vector<place_row> places;
  std::vector<flow_row> place_flows;       ///< steals by (victim, thief), bytes by (sender, receiver)
  std::vector<flow_row> worker_flows;      ///< inside places, all places together
  std::map<std::string, double> counters;  ///< of the places' ends
  std::vector<value_row> marks, spans, user_counters;
  double cancels = 0;
  double incumbents = 0;
  double lost = 0;  ///< events
  std::vector<finding> findings;
  std::vector<std::string> notes;

  /// Average number of workers in tasks.
  [[nodiscard]] double parallelism() const { return seconds > 0 ? time.work / seconds : 0; }
  [[nodiscard]] double longest_piece() const { return long_slices.empty() ? 0 : long_slices.front().seconds(); }
};

/// The name of the file in the path of a program.
[[nodiscard]] std::string program_name(std::string const& path);

/// A command without the options of the library: they change how it runs, not what it computes.
[[nodiscard]] std::string input_of(std::string const& command);

/// Everything but the findings.
[[nodiscard]] run_summary summarise(raw_run const& run);

/// At most five, the costliest first; a place that was killed before all others.
[[nodiscard]] std::vector<finding> find_causes(run_summary const& run);

}  // namespace apps::trace_report
