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
[[nodiscard]] double work_rate(double work_us, double idle_us, double old_rate) noexcept;

/// Equation 3.2: the smoothed delay to a place that took that many microseconds to answer.
[[nodiscard]] double smoothed_delay(double delay_us, int workers, double old_delay) noexcept;

/// Equation 3.3: the score of stealing from a place; a thief steals if it is above zero.
[[nodiscard]] double steal_score(load const& victim, double smoothed_delay) noexcept;

/// The interval of the automatic refresh: longer step by step while there is a place to steal from,
/// much shorter when there is none, within limits.
namespace refresh_interval {
inline constexpr std::uint64_t millisecond = 1'000'000;
inline constexpr std::uint64_t first = 1 * millisecond;
inline constexpr std::uint64_t shortest = 5 * millisecond;
inline constexpr std::uint64_t longest = 240 * millisecond;
inline constexpr std::uint64_t longer = 60 * millisecond;
inline constexpr std::uint64_t shorter = 120 * millisecond;
}  // namespace refresh_interval

}  // namespace skua::steal
