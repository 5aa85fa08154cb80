// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// idle: CPU used by all workers of the machine while the only task sleeps.
#include <skua/skua.hpp>

#include <chrono>
#include <thread>

#include "support/case.hpp"
#include "support/idle.hpp"

namespace bench {
namespace {

/// An external thread reads the clocks in the middle of the task's sleep, so falling asleep and
/// waking up do not count.
void cpu(benchmark::State& state) {
  for (auto _ : state) {
    double cpu_used = 0;
    double wall = 0;
    skua::runtime place;
    std::thread observer([&] {
      std::this_thread::sleep_for(settling_time);
      wall = wall_seconds([&] { cpu_used = cpu_seconds([] { std::this_thread::sleep_for(idle_time()); }); });
    });
    auto const sleep_time = idle_time() + 3 * settling_time;
    double const measured_sleep = place.run([=] { return wall_seconds([=] { skua::sleep_for(sleep_time); }); });
    observer.join();
    if (measured_sleep < std::chrono::duration<double>(sleep_time).count())
      return fail(state, "sleep_for returned too early");
    report_idle(state, cpu_used, wall);
  }
}

}  // namespace

void add_idle(suite& registry) { registry.add("idle/cpu", cpu, {at_most("percent", 0.01)}); }

}  // namespace bench
