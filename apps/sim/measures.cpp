// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../skua/text.hpp"

namespace apps::sim {
namespace {

double ratio(double of, double to) { return to > 0 ? of / to : 0; }
template <auto Member>
double plain(run_result const& r) {
  return static_cast<double>(r.*Member);
}

constexpr std::array table{
    measure{"seconds", plain<&run_result::seconds>, false},
    measure{"work", plain<&run_result::work>, false, true},
    measure{"bound", [](run_result const& r) { return r.bound(); }, false, true},
    measure{"critical_path", plain<&run_result::critical_path>, false, true},
    measure{"speed_up", [](run_result const& r) { return r.speed_up(); }, false, true},
    measure{"beyond_sequential", [](run_result const& r) { return r.beyond_sequential(); }, false, true},
    measure{"efficiency", [](run_result const& r) { return r.efficiency(); }, false, true},
    measure{"idle", [](run_result const& r) { return r.share(r.idle); }, false},
    measure{"tail", plain<&run_result::tail>, false, true},
    measure{"scope_end", plain<&run_result::scope_end>, false, true},
    measure{"unused_workers", plain<&run_result::unused>, true, true},
    measure{"messages", plain<&run_result::messages>, true},
    measure{"bytes", plain<&run_result::bytes>, true},
    measure{"steals_asked", plain<&run_result::asked>, true},
    measure{"steals_refused", plain<&run_result::refused>, true},
    measure{"lifeline_requests", plain<&run_result::lifelines>, true},
    measure{"loots", plain<&run_result::loots>, true},
    measure{"tasks_per_loot",
            [](run_result const& r) { return ratio(static_cast<double>(r.tasks), static_cast<double>(r.loots)); },
            false},
    measure{"near_steals", plain<&run_result::near_steals>, true},
    measure{"real_seconds", plain<&run_result::real_seconds>, false},
    measure{"events", plain<&run_result::events>, true, true},
    measure{"events_per_second",
            [](run_result const& r) { return ratio(static_cast<double>(r.events), r.real_seconds); }, false, true},
};

}  // namespace

std::span<measure const> measures() { return table; }

double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  double const at = part * static_cast<double>(values.size() - 1);
  auto const below = static_cast<std::size_t>(at);
  std::size_t const above = std::min(below + 1, values.size() - 1);
  return values[below] + (values[above] - values[below]) * (at - std::floor(at));
}

double quantile(std::vector<run_result> const& runs, double (*of)(run_result const&), double part) {
  std::vector<double> values;
  for (auto const& run : runs) values.push_back(of(run));
  return quantile(std::move(values), part);
}

void add_run(json_object& to, run_result const& run) {
  json_object found;
  for (auto const& [name, number] : run.found) found.add(name, number);
  to.add("policy", run.policy).add("seed", run.seed).add("result", found).add("verified", run.right);
  for (auto const& m : measures()) {
    if (run.real && m.simulated_only) continue;
    to.add(m.key, m.whole ? json(static_cast<std::uint64_t>(m.of(run))) : json(m.of(run)));
  }
  if (run.real) to.add("processor_seconds", run.processor_seconds);
  if (!run.real) to.add("fingerprint", hexadecimal(run.fingerprint));
}

json runs_of_policy(std::vector<run_result> const& runs) {
  std::vector<json> each;
  for (auto const& run : runs) {
    json_object object;
    add_run(object, run);
    each.emplace_back(object);
  }
  json_object object;
  object.add("policy", runs.front().policy).add("runs", each);
  for (auto const& [key, part] :
       {std::pair{"lower_quartile", 0.25}, std::pair{"median", 0.5}, std::pair{"upper_quartile", 0.75}}) {
    json_object values;
    for (auto const& m : measures()) values.add(m.key, quantile(runs, m.of, part));
    object.add(key, values);
  }
  return object;
}

}  // namespace apps::sim
