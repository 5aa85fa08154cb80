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

}  // namespace apps::trace_report
