// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random program in a random simulated world, both decided by one seed: tasks of every kind at all places, futures, scopes that fail
// and scopes that are cancelled, over slow places and networks that delay and lose. Its results are known beforehand.
#pragma once

#include <cstdint>
#include <string>

namespace seeds_test {

struct job_plan {
  std::string sim;    // as in SKUA_SIM
  std::string steal;  // the policy
  int height;         // of the tree of tasks
};
job_plan plan_of(std::uint64_t seed);

/// What went wrong, or nothing.
std::string run_job(std::uint64_t seed, bool report);

}  // namespace seeds_test
