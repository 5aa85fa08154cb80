// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// idle: CPU used by all workers of the machine while the only task sleeps.
#include <skua/skua.hpp>

#include <chrono>
#include <thread>

#include "support/idle.hpp"

namespace bench {
namespace {

/// An external thread reads the clocks in the middle of the task's sleep, so falling asleep and
/// waking up do not count.
void cpu(benchmark::State& state) {
  for (auto _ : state) {
    figures f;
    skua::runtime place;
    std::thread observer([&f] { f = measure_idle(); });
    auto const sleep_time = idle_time() + 3 * settling_time;
    double const measured_sleep = place.run([=] { return wall_seconds([=] { skua::sleep_for(sleep_time); }); });
    observer.join();
    require(measured_sleep >= std::chrono::duration<double>(sleep_time).count(), "sleep_for returned too early");
    report(state, f);
  }
}

}  // namespace

void add_idle(suite& registry) { registry.add("idle/cpu", cpu, {at_most("percent", 0.01)}); }

}  // namespace bench
