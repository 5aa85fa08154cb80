// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The timeline as it is shown: rows of workers, of places or of blocks of places.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "summary.hpp"

namespace apps::trace_report {

inline constexpr std::size_t shown_states = 5;
inline constexpr std::array<char const*, shown_states> shown_state_names{"work", "overhead", "search", "sleep", "wait"};

struct timeline_row {
  std::string label;
  std::uint32_t place = 0;                                 ///< the first one of a block
  double workers = 0;                                      ///< how many it stands for
  std::array<std::vector<int>, shown_states> thousandths;  ///< of its workers, by bin
};

struct timeline {
  double bin_seconds = 0;
  std::string unit;  ///< what a row is: "worker", "place", "block of places"
  std::vector<timeline_row> rows;
};

[[nodiscard]] timeline make_timeline(run_summary const& run);

/// Every `width` numbers become one: their average.
[[nodiscard]] std::vector<double> averaged(std::vector<double> const& values, std::size_t width);

}  // namespace apps::trace_report
