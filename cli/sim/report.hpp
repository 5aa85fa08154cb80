// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The text or JSON of all runs: the numbers of one run, or medians and quartiles of several.

#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "simulate.hpp"
#include "workload.hpp"

namespace apps::sim {

/// By policy, then by seed.
using all_runs = std::vector<std::vector<run_result>>;

/// True if all answers are right.
bool verified(all_runs const& runs);

void print_text(workload const& program, options const& config, all_runs const& runs);
void print_json(workload const& program, options const& config, std::vector<std::string> const& arguments,
                all_runs const& runs);

}  // namespace apps::sim
