// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The load of the machine by other processes, from /proc/stat.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "support/clock.hpp"

namespace bench {

/// Other load below this fraction of the machine counts as quiet.
inline constexpr double quiet_load = 0.03;

class load_meter {
 public:
  /// The fraction of all processors since its construction that neither idled nor worked for this
  /// process or a child of it that has ended. Time that the hypervisor gave to other guests also
  /// counts as other load. Needs about 0.1 s to be meaningful (ticks of 10 ms).
  double other_load() const {
    sample const end = now();
    double const total = end.total - start_.total;
    if (total <= 0) return 0;
    double const other_time = (end.busy - start_.busy) - (end.own_time - start_.own_time);
    return other_time <= 0 ? 0 : other_time / total;
  }

 private:
  struct sample {
    double total = 0;
    double busy = 0;
    double own_time = 0;  // all in seconds
  };
  static sample now() {
    std::ifstream file("/proc/stat");
    std::string label;
    file >> label;
    double field[8] = {};  // user nice system idle iowait irq softirq steal
    for (double& f : field) file >> f;
    sample s;
    double const tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
    for (double f : field) s.total += f * tick;
    s.busy = s.total - (field[3] + field[4]) * tick;
    s.own_time = 1e-9 * static_cast<double>(cpu_ns()) + children_seconds();
    return s;
  }
  static double children_seconds() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    auto const seconds = [](timeval const& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  sample start_ = now();
};

inline std::string load_label(double load) {
  std::string const percent = std::to_string(static_cast<int>(load * 1000 + 0.5) / 10.0).substr(0, 4) + " %";
  return load < quiet_load ? "quiet: other load " + percent : "NOT QUIET: other load " + percent;
}

}  // namespace bench
