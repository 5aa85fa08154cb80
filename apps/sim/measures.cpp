// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../skua/text.hpp"

namespace apps::sim {
namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }
template <auto Member>
double member_value(run_result const& r) {
  return static_cast<double>(r.*Member);
}

constexpr std::array table{
    measure{"seconds", member_value<&run_result::seconds>, false},
    measure{"work", member_value<&run_result::work>, false, true},
    measure{"bound", [](run_result const& r) { return r.bound(); }, false, true},
    measure{"critical_path", member_value<&run_result::critical_path>, false, true},
    measure{"speed_up", [](run_result const& r) { return r.speed_up(); }, false, true},
    measure{"beyond_sequential", [](run_result const& r) { return r.beyond_sequential(); }, false, true},
    measure{"efficiency", [](run_result const& r) { return r.efficiency(); }, false, true},
    measure{"idle", [](run_result const& r) { return r.share(r.idle); }, false},
    measure{"tail", member_value<&run_result::tail>, false, true},
    measure{"scope_end", member_value<&run_result::scope_end>, false, true},
    measure{"unused_workers", member_value<&run_result::unused>, true, true},
    measure{"messages", member_value<&run_result::messages>, true},
    measure{"bytes", member_value<&run_result::bytes>, true},
    measure{"steals_asked", member_value<&run_result::requests>, true},
    measure{"steals_refused", member_value<&run_result::refused>, true},
    measure{"lifeline_requests", member_value<&run_result::lifelines>, true},
    measure{"loots", member_value<&run_result::loots>, true},
    measure{"tasks_per_loot",
            [](run_result const& r) { return ratio(static_cast<double>(r.tasks), static_cast<double>(r.loots)); },
            false},
    measure{"near_steals", member_value<&run_result::near_steals>, true},
    measure{"real_seconds", member_value<&run_result::real_seconds>, false},
    measure{"events", member_value<&run_result::events>, true, true},
    measure{"events_per_second",
            [](run_result const& r) { return ratio(static_cast<double>(r.events), r.real_seconds); }, false, true},
};

}  // namespace

std::span<measure const> measures() { return table; }

double quantile(std::vector<double> values, double fraction) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  double const position = fraction * static_cast<double>(values.size() - 1);
  auto const lower = static_cast<std::size_t>(position);
  std::size_t const upper = std::min(lower + 1, values.size() - 1);
  return values[lower] + (values[upper] - values[lower]) * (position - std::floor(position));
}

double quantile(std::vector<run_result> const& runs, double (*value_of)(run_result const&), double fraction) {
  std::vector<double> values;
  for (auto const& run : runs) values.push_back(value_of(run));
  return quantile(std::move(values), fraction);
}

void add_run(json_object& object, run_result const& run) {
  json_object totals;
  for (auto const& [name, number] : run.totals) totals.add(name, number);
  object.add("policy", run.policy).add("seed", run.seed).add("result", totals).add("verified", run.is_right);
  for (auto const& m : measures()) {
    if (run.real && m.simulated_only) continue;
    object.add(m.key, m.whole ? json(static_cast<std::uint64_t>(m.value_of(run))) : json(m.value_of(run)));
  }
  if (run.real) object.add("processor_seconds", run.processor_seconds);
  if (!run.real) object.add("fingerprint", hexadecimal(run.fingerprint));
}

json runs_of_policy(std::vector<run_result> const& runs) {
  std::vector<json> run_objects;
  for (auto const& run : runs) {
    json_object object;
    add_run(object, run);
    run_objects.emplace_back(object);
  }
  json_object policy_object;
  policy_object.add("policy", runs.front().policy).add("runs", run_objects);
  for (auto const& [key, fraction] :
       {std::pair{"lower_quartile", 0.25}, std::pair{"median", 0.5}, std::pair{"upper_quartile", 0.75}}) {
    json_object values;
    for (auto const& m : measures()) values.add(m.key, quantile(runs, m.value_of, fraction));
    policy_object.add(key, values);
  }
  return policy_object;
}

}  // namespace apps::sim
