// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The numbers of a run and their names: printed for one run, or as medians and quartiles of
// several.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "../skua/json.hpp"
#include "simulate.hpp"

namespace apps::sim {

struct measure {
  char const* key;
  double (*value_of)(run_result const&);
  bool whole;  ///< a count
  bool simulated_only = false;
};

std::span<measure const> measures();

/// The quantile `fraction` (0 to 1) of the values, interpolated linearly; 0 if there are none.
double quantile(std::vector<double> values, double fraction);
double quantile(std::vector<run_result> const& runs, double (*value_of)(run_result const&), double fraction);

/// Adds one run: policy, seed, totals, all measures, fingerprint.
void add_run(json_object& object, run_result const& run);
/// The runs with one policy: all of them, and medians and quartiles.
json runs_of_policy(std::vector<run_result> const& runs);

}  // namespace apps::sim
