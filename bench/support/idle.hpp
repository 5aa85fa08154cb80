// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU time of a process that has nothing to do.
#pragma once

#include <chrono>
#include <thread>

#include "support/clock.hpp"
#include "support/rounds.hpp"

namespace bench {

/// Long enough for spinning workers to park.
inline constexpr auto settling_time = std::chrono::milliseconds(100);
inline std::chrono::milliseconds idle_time() { return std::chrono::milliseconds(size(1000, 100)); }

/// `percent` of one core, from CPU time and wall time of the same period, while the caller sleeps.
inline figures measure_idle() {
  std::this_thread::sleep_for(settling_time);
  double cpu = 0;
  double const wall = wall_seconds([&] { cpu = cpu_seconds([] { std::this_thread::sleep_for(idle_time()); }); });
  return {{time_figure, wall}, {"percent", 100 * cpu / wall}};
}

}  // namespace bench
