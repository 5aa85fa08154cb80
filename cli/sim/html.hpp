// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The runs as one HTML file: plots as inline SVG, no external resources.

#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "report.hpp"
#include "workload.hpp"

namespace apps::sim {

/// The resolution of the curve of busy workers.
inline constexpr int curve_parts = 300;

/// Throws input_error if the file cannot be written.
void write_html(workload const& program, options const& config, std::vector<std::string> const& arguments,
                all_runs const& runs);

}  // namespace apps::sim
