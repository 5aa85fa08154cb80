// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is printed of the runs.

#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "simulate.hpp"
#include "workload.hpp"

namespace apps::sim {

/// By policy, then by seed.
using all_runs = std::vector<std::vector<run_result>>;

/// All answers are right.
bool verified(all_runs const& runs);

void print_text(workload const& what, options const& how, all_runs const& runs);
void print_json(workload const& what, options const& how, std::vector<std::string> const& arguments,
                all_runs const& runs);

}  // namespace apps::sim
