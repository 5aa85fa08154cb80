// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the tasks of a run cost, from their number.

#pragma once

#include <algorithm>

#include "summary.hpp"

namespace apps::trace_report {

/// What a task costs at least, with a trace: an empty one that is spawned takes 11 ns, by `async`
/// 16 ns (docs/reference/trace_format.md).
constexpr double task_cost = 11e-9;  // s
constexpr double steal_cost = 1e-6;  // s
/// From this share of the work on it is a finding: without the trace, where a task costs 4 ns, that
/// is still an eighth of the work. Nodes of `skua uts --tree T1L` take 53 ns, tasks of `skua fib
/// --form async` 26 ns: a fifth and two fifths.
constexpr double least_cost_share = 0.3;

/// The time in which tasks had a processor: on a machine with other programs they seem to take
/// several times as long.
inline double processor_time_of_tasks(run_summary const& run) {
  return run.processor_seconds > 0 ? std::min(run.processor_seconds, run.time.work) : run.time.work;
}

/// The share of the tasks' time that is their cost. In virtual time the runtime's cost is never
/// inside a task.
inline double cost_share(run_summary const& run) {
  double const work = processor_time_of_tasks(run);
  return work > 0 && !run.simulated ? std::min(1.0, run.tasks * task_cost / work) : 0;
}

inline task_row const& most_frequent(run_summary const& run) {
  return *std::ranges::max_element(run.task_rows, {}, [](task_row const& row) { return row.sums.count; });
}

}  // namespace apps::trace_report
