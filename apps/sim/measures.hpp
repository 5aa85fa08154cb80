// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The numbers of a run, each with its names: what is printed of one run, and of which medians and
// quartiles are taken of several.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "../skua/json.hpp"
#include "simulate.hpp"

namespace apps::sim {

struct measure {
  char const* key;
  double (*of)(run_result const&);
  bool whole;  ///< a count
  bool simulated_only = false;
};

std::span<measure const> measures();

/// The value below which so much of them lies, 0 to 1, between neighbours in proportion; of none 0.
double quantile(std::vector<double> values, double part);
double quantile(std::vector<run_result> const& runs, double (*of)(run_result const&), double part);

/// What is left to say of one run: policy, seed, what was found, all measures, fingerprint.
void add_run(json_object& to, run_result const& run);
/// Runs with one policy: all of them, and medians and quartiles.
json runs_of_policy(std::vector<run_result> const& runs);

}  // namespace apps::sim
