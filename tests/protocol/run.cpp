// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "protocol/run.hpp"

#include <cstdlib>
#include <memory>

#include "protocol/simulation.hpp"
#include "support/seeds.hpp"

namespace protocol {

failure run_seeds(planner plan_for, std::uint64_t first, std::uint64_t n) {
  auto const one = [plan_for](std::uint64_t seed) {
    auto w = std::make_unique<simulation>(plan_for(seed));
    std::string complaint = w->run();
    if (!complaint.empty()) (void)w.release();  // a failed simulation cannot be destroyed
    return complaint;
  };
  seeds::failure const f = seeds::search(one, first, n, std::getenv("SKUA_SIM_TRACE") != nullptr);
  if (f.seed == 0) return {};
  return {f.seed, "seed " + std::to_string(f.seed) + ": " + f.complaint +
                      "\n  again, with every step: SKUA_SIM_TRACE=1 SKUA_SIM_SEED=" + std::to_string(f.first) +
                      (f.count > 1 ? " SKUA_SIM_SEEDS=" + std::to_string(f.count) : "")};
}

}  // namespace protocol
