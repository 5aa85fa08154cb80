// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Notes: what a reader must know about the numbers of a run.

#pragma once

#include <string>

#include "collector.hpp"
#include "summary.hpp"

namespace apps::trace_report {

/// Adds notes about missing parts of the trace, about its clocks, and about causes of times that
/// differ from those of other runs.
void add_notes(run_summary& run, collector const& events);

/// A sentence if the workers had no processor for a good part of their time in tasks; else empty.
[[nodiscard]] std::string note_on_others(run_summary const& run);

/// The part of a record that a report shows. `program` is the command line of its run. Adds notes
/// to the run if that is another program's, or if it has other work.
void add_graph(run_summary& run, task_graph graph, std::string const& program);

}  // namespace apps::trace_report
