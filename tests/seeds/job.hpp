// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random program (program.hpp) in a random simulated world: one place of 128 workers, slow
// places, networks that delay and lose, a cancel of everything at a random moment, a place that is
// lost.
#pragma once

#include <cstdint>
#include <string>

#include "seeds/program.hpp"
#include "world/meddler.hpp"

namespace seeds_test {

struct job_plan {
  std::string sim;    // as in SKUA_SIM
  std::string steal;  // the policy
  std::string amount;
  number root = 0;  // of the tree
  shape tree;
  double cancelled_at = 0;  // seconds after which the whole tree is cancelled, from another place; 0: it is not
  int lost = 0;             // a place that is lost; 0: none
  bool together = false;    // ends with collective operations
};
job_plan plan_of(std::uint64_t seed);

/// What went wrong, or nothing. `spoils`: meddles with the world while the job runs, or nobody. A
/// job that loses a place ends its process: it gets one of its own.
std::string run_job(std::uint64_t seed, bool report, skua::world::meddler* spoils = nullptr);

}  // namespace seeds_test
