// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// idle: CPU used by all workers of the machine while the only task sleeps.
#include <skua/skua.hpp>

#include "support/case.hpp"
#include "support/idle.hpp"

namespace bench {
namespace {

void cpu(benchmark::State& state) {
  for (auto _ : state) {
    double used = 0;
    double wall = 0;
    skua::runtime place;
    place.run([&] {
      skua::sleep_for(settling_time);
      wall = wall_seconds([&] { used = cpu_seconds([] { skua::sleep_for(idle_time()); }); });
    });
    if (wall < std::chrono::duration<double>(idle_time()).count()) return fail(state, "sleep_for returned too early");
    report_idle(state, used, wall);
  }
}

}  // namespace

void add_idle(suite& all) { all.add("idle/cpu", cpu, {at_most("percent", 0.01)}); }

}  // namespace bench
