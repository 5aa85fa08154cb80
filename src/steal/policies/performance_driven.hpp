// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The three equations of the performance-driven policy (Xie, "Performance-Driven Workstealing
// Policy in YewPar", 2023), and the constants of its published code.
#pragma once

#include <cstdint>

#include "steal/policy.hpp"

namespace skua::steal {

/// Equation 3.1: a worker's rate after a period in which it worked and idled for those numbers of
/// microseconds. The rate of a place is the mean over its workers. work + idle > 0.
[[nodiscard]] double work_rate(double work_us, double idle_us, double old_rate, double weight_of_new = 0.65) noexcept;

/// Equation 3.2: the smoothed delay to a place that took that many microseconds to answer.
[[nodiscard]] double smoothed_delay(double delay_us, int workers, double old_delay,
                                    double weight_of_new = 0.65) noexcept;

/// Equation 3.3: the score of stealing from a place; a thief steals if it is above zero.
[[nodiscard]] double steal_score(load const& victim, double smoothed_delay) noexcept;

/// The constants of the policy: those of the published code. The arguments of performance_driven(…)
/// have the same names; intervals with a unit: performance_driven(longest=240ms,weight=0.65).
struct performance_settings {
  bool published = false;  ///< as the published code does it, where that differs (argument "published")
  bool by_sample = false;  ///< a period is the time between two samples (argument "sampled")
  /// The weights of equations 3.1 and 3.2 and the interval of the automatic refresh adjust
  /// themselves (argument "tuned"). Then `weight`, `shortest`, `longer` and `shorter` do nothing.
  bool tuned = false;
  double weight = 0.65;  ///< of the newest value in equations 3.1 and 3.2, 0 to 1
  /// A target that still has tasks is kept until another place has `keep` times its score, so that
  /// fewer tasks leave the order in which their places would run them. At least 1: no preference.
  double keep = 1;
  /// The interval of the automatic refresh in ns: longer step by step while there is a place to
  /// steal from, much shorter when there is none, within limits.
  std::uint64_t first = 1'000'000;
  std::uint64_t shortest = 5'000'000;
  std::uint64_t longest = 240'000'000;
  std::uint64_t longer = 60'000'000;
  std::uint64_t shorter = 120'000'000;
};

}  // namespace skua::steal
