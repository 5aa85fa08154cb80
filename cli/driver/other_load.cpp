// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "other_load.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>

namespace apps {
namespace {

constexpr double shortest_time = 0.5;  // of the processors together: the system counts in hundredths

}  // namespace

processor_times processor_times_now() {
  std::ifstream file("/proc/stat");
  std::string label;
  file >> label;
  double ticks[8] = {};  // user nice system idle iowait irq softirq steal
  for (double& count : ticks) file >> count;
  double const tick = 1.0 / static_cast<double>(::sysconf(_SC_CLK_TCK));
  processor_times times;
  for (double const count : ticks) times.total += count * tick;
  times.busy = times.total - (ticks[3] + ticks[4]) * tick;
  std::timespec own{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  times.own = static_cast<double>(own.tv_sec) + 1e-9 * static_cast<double>(own.tv_nsec);
  return times;
}

std::optional<double> other_load(processor_times const& begin, processor_times const& end) {
  double const total = end.total - begin.total;
  if (total < shortest_time) return std::nullopt;
  return std::clamp(((end.busy - begin.busy) - (end.own - begin.own)) / total, 0.0, 1.0);
}

}  // namespace apps
