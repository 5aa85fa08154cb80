// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether all that runs at one place takes longer there than elsewhere.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "summary.hpp"

namespace apps::trace_report {

struct slow_place {
  std::uint32_t place = 0;
  double ratio = 0;      ///< of the time of its tasks to their time elsewhere
  double excess = 0;     ///< s
  std::string name;      ///< the task that costs most
  double mean = 0;       ///< s, of that task at this place
  double elsewhere = 0;  ///< s, of that task at the other places
};

/// The slowest place, if one is slow. `waits_for`: the only place that was busy while others were
/// idle, if there is one.
[[nodiscard]] std::optional<slow_place> find_slowest_place(run_summary const& run,
                                                           std::optional<std::uint32_t> waits_for);

}  // namespace apps::trace_report
