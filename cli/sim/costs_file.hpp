// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recorded costs of tasks: one number a line, in seconds, in the order of the tasks. Empty lines
// and lines that begin with # are ignored.

#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace apps::sim {

/// Throws input_error that names the line.
std::vector<double> read_costs(std::istream& input, std::string const& file);
/// Reads a file by name.
std::vector<double> read_costs(std::string const& file);
/// Throws input_error if the file cannot become one of costs: it is a file of another kind, which
/// may have been named by mistake, or it cannot be written. Before the work that finds the costs.
void try_costs(std::string const& option, std::string const& file);
/// Writes the costs to the nanosecond. Throws input_error if the file cannot be written.
void write_costs(std::string const& file, std::string const& title, std::vector<double> const& seconds);

}  // namespace apps::sim
