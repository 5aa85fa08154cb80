// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One time for all places: the clocks of hosts differ.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "collector.hpp"

namespace apps::trace_report {

/// What must be added to the times of a place.
struct clock_shift {
  double nanoseconds = 0;
  double error = 0;       ///< at most so much, ns, if `bounded`
  bool bounded = true;    ///< false: by the hosts' own dates, with any error
  std::size_t clock = 0;  ///< the same for places with one clock
};

/// The shift of each place against the first one. Places with the same boot id, and simulated ones,
/// have the same clock. Between clocks it lies in the middle of the range that messages with tasks
/// allow: the shortest paths over these bounds in both directions, so that it obeys all of them.
/// Where one of the directions has no messages it is what `realtime` says, moved into the other
/// bound.
[[nodiscard]] std::map<std::uint32_t, clock_shift> align_clocks(std::map<std::uint32_t, place_sums> const& places,
                                                                delay_bounds const& delays);

}  // namespace apps::trace_report
