// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/self.hpp>
#include <skua/sim.hpp>

#include "core/place.hpp"
#include "sim/sim_place.hpp"

namespace skua::sim {
namespace {

sched::place* simulated_here() noexcept {
  sched::fibre* const s = sched::self();
  return s != nullptr && sched::place_of(s)->simulated ? sched::place_of(s) : nullptr;
}

}  // namespace

bool active() noexcept { return simulated_here() != nullptr; }

void work(double seconds) noexcept {
  if (sched::place* const p = simulated_here(); p != nullptr && seconds > 0)
    p->machine->work(static_cast<std::uint64_t>(seconds * 1e9 + 0.5));
}

double now() noexcept {
  sched::place* const p = simulated_here();
  return static_cast<double>(p != nullptr ? p->machine->now() : system::monotonic_ns()) * 1e-9;
}

summary summarise() {
  sched::place* const p = simulated_here();
  return p != nullptr ? static_cast<sim::sim_place*>(p->machine)->of().summarise() : summary{};
}

}  // namespace skua::sim
