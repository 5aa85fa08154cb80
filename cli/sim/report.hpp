// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The numbers of a run and their names, and the text or JSON of all runs: of one run, or medians
// and quartiles of several.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "options.hpp"
#include "simulate.hpp"
#include "workload.hpp"

namespace apps::sim {

enum class quantity { seconds, share, ratio, count };

struct measure {
  char const* key;
  double (*value_of)(run_result const&);
  quantity kind;
  bool simulated_only = false;
};

std::span<measure const> measures();

/// The quantile `fraction` (0 to 1) of the values, interpolated linearly; 0 if there are none.
double quantile(std::vector<double> values, double fraction);
double quantile(std::vector<run_result> const& runs, double (*value_of)(run_result const&), double fraction);

/// By policy, then by seed.
using all_runs = std::vector<std::vector<run_result>>;

/// True if all answers are right.
bool verified(all_runs const& runs);

void print_text(workload const& program, options const& config, all_runs const& runs);
void print_json(workload const& program, options const& config, std::vector<std::string> const& arguments,
                all_runs const& runs);

}  // namespace apps::sim
