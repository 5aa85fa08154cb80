// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulated runs in processes of their own: a crash is a failure like others, and a run goes the
// same way each time whatever ran before in the test (addresses and the process-wide numbers of
// scopes decide the order of some things).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/plan.hpp"

namespace sim {

/// How the run of a seed is to be.
using planner = plan (*)(std::uint64_t seed);

struct failure {
  std::uint64_t seed = 0;  // 0: none
  std::string what;        // with how to see it again
};

/// Runs the seeds first to first + n - 1 until one fails.
failure run_seeds(planner how, std::uint64_t first, std::uint64_t n);

}  // namespace sim
