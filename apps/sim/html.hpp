// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The runs as one file for a browser: pictures drawn as SVG inside it, nothing fetched from
// anywhere.

#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "report.hpp"
#include "workload.hpp"

namespace apps::sim {

/// How finely the curve of busy workers is drawn.
inline constexpr int curve_parts = 300;

/// Throws input_error if the file cannot be written: known before the runs.
void try_html(std::string const& file);
/// Throws input_error if the file cannot be written.
void write_html(workload const& what, options const& how, std::vector<std::string> const& arguments,
                all_runs const& runs);

}  // namespace apps::sim
