// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/self.hpp>
#include <skua/sim.hpp>

#include "core/place.hpp"
#include "sim/sim_place.hpp"

namespace skua::sim {
namespace {

sched::place* simulated_here() noexcept {
  sched::fibre* const current = sched::self();
  return current != nullptr && sched::place_of(current)->simulated ? sched::place_of(current) : nullptr;
}

}  // namespace

bool active() noexcept { return simulated_here() != nullptr; }

void work(double seconds) noexcept {
  if (sched::place* const place = simulated_here(); place != nullptr && seconds > 0)
    place->machine->work(static_cast<std::uint64_t>(seconds * 1e9 + 0.5));
}

double now() noexcept {
  sched::place* const place = simulated_here();
  return static_cast<double>(place != nullptr ? place->machine->now() : system::monotonic_ns()) * 1e-9;
}

summary summarise() {
  sched::place* const place = simulated_here();
  return place != nullptr ? static_cast<sim::sim_place*>(place->machine)->of().summarise() : summary{};
}

}  // namespace skua::sim
