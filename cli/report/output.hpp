// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A report as JSON and as text.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "summary.hpp"

namespace apps::trace_report {

/// One run, or the runs of two sides.
struct report_data {
  std::vector<run_summary> runs;   ///< of one side only one; `before` of a comparison
  std::vector<run_summary> after;  ///< `after`; empty: no comparison
  std::optional<comparison> changes;
};

/// One object on one line.
[[nodiscard]] std::string json_text(report_data const& data);

/// Lines of at most 80 columns.
[[nodiscard]] std::string terminal_text(report_data const& data);

/// Every `width` numbers become one: their average.
[[nodiscard]] std::vector<double> averaged(std::vector<double> const& values, std::size_t width);

/// What a trace of merged slices can say about the span.
[[nodiscard]] std::string span_text(run_summary const& run);

/// Whether a task may be larger than the histogram of sizes shows; empty: none.
[[nodiscard]] std::string sizes_text(run_summary const& run);

/// "uts", or the first file if the trace does not say.
[[nodiscard]] std::string title_of(run_summary const& run);

}  // namespace apps::trace_report
