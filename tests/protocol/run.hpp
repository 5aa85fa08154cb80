// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulated runs in separate processes. So a crash is a failure like others. And a run repeats
// exactly, whatever ran before in the test: addresses and the process-wide numbers of scopes decide
// the order of some events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "protocol/plan.hpp"

namespace protocol {

/// Makes the plan for the run of a seed.
using planner = plan (*)(std::uint64_t seed);

struct failure {
  std::uint64_t seed = 0;  // 0: none
  std::string complaint;   // with the command that repeats it
};

/// Runs the seeds first to first + n - 1 until one fails.
failure run_seeds(planner plan_for, std::uint64_t first, std::uint64_t n);

}  // namespace protocol
