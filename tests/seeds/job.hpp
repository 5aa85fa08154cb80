// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random program (program.hpp) in a random simulated world: one place of 128 workers, slow
// places, networks that delay and lose messages, a cancellation of everything at a random moment, a
// lost place.
#pragma once

#include <cstdint>
#include <string>

#include "seeds/program.hpp"
#include "sim/fault_injector.hpp"

namespace seeds_test {

struct job_plan {
  std::string sim;    // as in SKUA_SIM
  std::string steal;  // name of the policy
  std::string amount;
  number root = 0;  // seed of the tree
  shape tree;
  double cancelled_at = 0;  // seconds after which another place cancels the whole tree; 0: none does
  int lost = 0;             // number of a place that is lost; 0: none
  bool together = false;    // the body ends with collective operations
};
job_plan plan_of(std::uint64_t seed);

/// Returns the faults, or an empty string. `spoils` alters the world while the job runs; it may be
/// null. A job that loses a place ends its process, so it runs in a separate one.
std::string run_job(std::uint64_t seed, bool report, skua::sim::fault_injector* spoils = nullptr);

}  // namespace seeds_test
