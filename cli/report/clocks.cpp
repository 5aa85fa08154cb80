// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clocks.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace apps::trace_report {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// For clocks a and b: shift(b) - shift(a) <= bound. An arrival at a must not precede its sending
/// at b: arrival + shift(a) >= sending + shift(b).
struct constraint {
  std::size_t a;
  std::size_t b;
  double bound;
};

/// The greatest shift of each clock if that of clock 0 is 0 (Bellman, Ford). `inverse` swaps the
/// ends of each constraint: the result is minus the negated_least shift.
std::vector<double> shortest_paths(std::size_t clocks, std::vector<constraint> const& constraints, bool inverse) {
  std::vector<double> distance(clocks, unbounded);
  distance[0] = 0;
  bool changed = true;
  for (std::size_t round = 0; changed && round < clocks; ++round) {
    changed = false;
    for (auto const& c : constraints) {
      auto const from = inverse ? c.b : c.a;
      auto const to = inverse ? c.a : c.b;
      if (distance[from] + c.bound >= distance[to]) continue;
      distance[to] = distance[from] + c.bound;
      changed = true;
    }
  }
  return distance;
}

}  // namespace

std::map<std::uint32_t, clock_shift> align_clocks(std::map<std::uint32_t, place_sums> const& places,
                                                  delay_bounds const& delays) {
  std::map<std::uint32_t, clock_shift> shifts;
  std::map<std::string, std::size_t> clocks;
  std::vector<place_sums const*> examples;
  for (auto const& [id, place] : places) {
    std::string const name = place.simulated ? "simulated" : place.boot;
    auto const [entry, is_new] = clocks.try_emplace(name, clocks.size());
    if (is_new) examples.push_back(&place);
    shifts[id].clock = entry->second;
  }

  std::map<std::pair<std::size_t, std::size_t>, double> bounds;  // of shift(second) - shift(first)
  for (auto const& [pair, delay] : delays) {
    auto const give = shifts.find(pair.first);
    auto const loot = shifts.find(pair.second);
    if (give == shifts.end() || loot == shifts.end() || give->second.clock == loot->second.clock) continue;
    auto& bound = bounds.try_emplace({loot->second.clock, give->second.clock}, unbounded).first->second;
    bound = std::min(bound, -static_cast<double>(delay));
  }
  std::vector<constraint> constraints;
  for (auto const& [pair, bound] : bounds) constraints.push_back({pair.first, pair.second, bound});
  auto const greatest = shortest_paths(clocks.size(), constraints, false);
  auto const negated_least = shortest_paths(clocks.size(), constraints, true);

  for (auto& [id, shift] : shifts) {
    if (shift.clock == 0) continue;
    double const upper = greatest[shift.clock];
    double const lower = -negated_least[shift.clock];
    if (upper < unbounded && lower > -unbounded && lower <= upper) {
      shift.nanoseconds = (lower + upper) / 2;
      shift.error = (upper - lower) / 2;
      continue;
    }
    shift.bounded = false;
    auto const& first = *examples[0];
    auto const& example = *examples[shift.clock];
    double const by_date = (example.realtime - static_cast<double>(example.run_time)) -
                           (first.realtime - static_cast<double>(first.run_time));
    shift.nanoseconds = lower <= upper ? std::clamp(by_date, lower, upper) : (lower + upper) / 2;
  }
  return shifts;
}

}  // namespace apps::trace_report
