// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of random runs. SKUA_SIM_SEED=N runs that seed alone; with SKUA_SIM_SEEDS=M, M seeds
// from N on.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>

#include "protocol/run.hpp"

namespace {

std::uint64_t from_environment(char const* name, std::uint64_t otherwise) {
  char const* const text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(seeds, everything_holds_in_random_runs) {
  bool const chosen = std::getenv("SKUA_SIM_SEED") != nullptr;
  auto const first = from_environment("SKUA_SIM_SEED", 1);
  EXPECT_EQ(
      protocol::run_seeds(&protocol::plan_of, first, from_environment("SKUA_SIM_SEEDS", chosen ? 1 : 5000)).complaint,
      "");
}

}  // namespace
