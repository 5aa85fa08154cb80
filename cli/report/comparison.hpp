// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What changed between two runs, or between two sets of repetitions.

#pragma once

#include <string>
#include <vector>

#include "summary.hpp"

namespace apps::trace_report {

enum class unit { seconds, count, bytes, workers };

/// "1.2 s", "3,400", "16 MiB", "2.45"
[[nodiscard]] std::string value_text(double value, unit kind);

struct change {
  std::string name;  ///< for programs: "seconds", "idle_seconds", …; of a task: its name
  std::string label;
  unit kind = unit::seconds;
  double before = 0;  ///< the median of the repetitions
  double after = 0;
  double before_least = 0, before_greatest = 0;
  double after_least = 0, after_greatest = 0;
  double ratio = 0;  ///< after / before; 0: there was none before
  /// Between 95 % bounds of the ratio; only with three runs on each side.
  bool has_interval = false;
  double ratio_low = 0, ratio_high = 0;
  /// The interval does not contain 1; without an interval, a twentieth of difference.
  bool differs = false;
};

struct comparison {
  std::size_t before_runs = 0;
  std::size_t after_runs = 0;
  std::vector<std::string> words;  ///< at most five sentences, the most important first
  std::vector<std::string> notes;  ///< why the two sides may not be comparable
  std::vector<change> numbers;
  std::vector<change> tasks;  ///< worker-seconds by name, the greatest difference first
  std::vector<change> means;  ///< of the same tasks, in the same order: seconds of one
};

[[nodiscard]] comparison compare(std::vector<run_summary> const& before, std::vector<run_summary> const& after);

}  // namespace apps::trace_report
