// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Why workers were idle: each bin of the time axis is blamed on one cause.

#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "summary.hpp"

namespace apps::trace_report {

/// Worker-seconds of idle time by cause. Their sum is the idle time.
struct blame {
  double locks = 0;       ///< tasks waited for a mutex at the time
  double semaphores = 0;  ///< tasks waited for a semaphore
  double long_tasks = 0;  ///< most of the active workers were in a long task
  double places = 0;      ///< other places were busy
  double serial = 0;      ///< about one worker was active
  double rest = 0;
  std::vector<slice_row> blamed_slices;  ///< of `long_tasks`, the longest first
  std::set<std::uint32_t> busy_places;   ///< of `places`
  std::vector<double> serial_bins;       ///< worker-seconds of `serial` by bin
  double workers_time = 0;               ///< s: of all workers while they exist

  [[nodiscard]] double total() const { return workers_time; }
  [[nodiscard]] double share(double seconds) const { return workers_time > 0 ? seconds / workers_time : 0; }
};

[[nodiscard]] blame blame_idle_time(run_summary const& run);

}  // namespace apps::trace_report
