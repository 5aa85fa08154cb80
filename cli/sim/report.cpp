// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "apps/common/json.hpp"
#include "apps/common/text.hpp"

namespace apps::sim {
namespace {

enum class form { decimal, whole };

/// A number of a run, and its name in the JSON.
struct measure {
  char const* key;
  double (*value_of)(run_result const&);
  form kind = form::decimal;
  bool simulated_only = false;
};

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }
template <auto Member>
double member_value(run_result const& r) {
  return static_cast<double>(r.*Member);
}

constexpr std::array measures{
    measure{"seconds", member_value<&run_result::seconds>},
    measure{"work", member_value<&run_result::work>, form::decimal, true},
    measure{"bound", [](run_result const& r) { return r.bound(); }, form::decimal, true},
    measure{"critical_path", member_value<&run_result::critical_path>, form::decimal, true},
    measure{"speed_up", [](run_result const& r) { return r.speed_up(); }, form::decimal, true},
    measure{"beyond_sequential", [](run_result const& r) { return r.beyond_sequential(); }, form::decimal, true},
    measure{"efficiency", [](run_result const& r) { return r.efficiency(); }, form::decimal, true},
    measure{"idle", [](run_result const& r) { return r.share(r.idle); }},
    measure{"tail", member_value<&run_result::tail>, form::decimal, true},
    measure{"scope_end", member_value<&run_result::scope_end>, form::decimal, true},
    measure{"unused_workers", member_value<&run_result::unused>, form::whole, true},
    measure{"messages", member_value<&run_result::messages>, form::whole},
    measure{"bytes", member_value<&run_result::bytes>, form::whole},
    measure{"steals_asked", member_value<&run_result::requests>, form::whole},
    measure{"steals_refused", member_value<&run_result::refused>, form::whole},
    measure{"lifeline_requests", member_value<&run_result::lifelines>, form::whole},
    measure{"loots", member_value<&run_result::loots>, form::whole},
    measure{"tasks_per_loot",
            [](run_result const& r) { return ratio(static_cast<double>(r.tasks), static_cast<double>(r.loots)); }},
    measure{"near_steals", member_value<&run_result::near_steals>, form::whole},
    measure{"processor_seconds", member_value<&run_result::processor_seconds>},
    measure{"line_moves", member_value<&run_result::line_moves>, form::whole, true},
    measure{"interrupts", member_value<&run_result::interrupts>, form::whole, true},
    measure{"real_seconds", member_value<&run_result::real_seconds>},
    measure{"events", member_value<&run_result::events>, form::whole, true},
    measure{"events_per_second",
            [](run_result const& r) { return ratio(static_cast<double>(r.events), r.real_seconds); }, form::decimal,
            true},
};

/// The quantile `fraction` (0 to 1) of the values, interpolated linearly; 0 if there are none.
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

void line(char const* label, std::string const& text) { std::printf("%-12s %s\n", label, text.c_str()); }

std::string percent(double share) { return decimals(100 * share, 1) + " %"; }

std::string text(counts const& totals) {
  std::string list;
  for (auto const& [name, number] : totals) {
    std::string label = name;
    std::replace(label.begin(), label.end(), '_', ' ');
    list += (list.empty() ? "" : ", ") + grouped(number) + " " + label;
  }
  return list;
}

run_result const* first_wrong(all_runs const& runs) {
  for (auto const& policy_runs : runs) {
    for (auto const& run : policy_runs) {
      if (!run.is_right) return &run;
    }
  }
  return nullptr;
}

void print_answer(workload const& program, all_runs const& runs) {
  run_result const* const wrong = first_wrong(runs);
  line(program.name().c_str(), text((wrong != nullptr ? *wrong : runs.front().front()).totals));
  if (wrong != nullptr) {
    line("WRONG", "expected " + text(wrong->expected) + " (policy " + wrong->policy + ", seed " +
                      std::to_string(wrong->seed) + ")");
  } else {
    line("verified",
         runs.size() * runs.front().size() == 1 ? "that is the known answer" : "the known answer, each time");
  }
}

std::string machine(run_result const& run) {
  return std::to_string(run.places) + (run.places == 1 ? " place x " : " places x ") + std::to_string(run.workers) +
         (run.workers == 1 ? " worker" : " workers");
}

void print_traffic(run_result const& run) {
  line("messages", grouped(run.messages) + ", " + grouped(run.bytes) + " bytes");
  line("steals", grouped(run.requests) + " asked, " + grouped(run.refused) + " refused, " + grouped(run.lifelines) +
                     " left with lifelines; " + grouped(run.tasks) + " tasks came in " + grouped(run.loots) +
                     " messages");
  line("at a place", grouped(run.near_steals) + " steals between workers");
}

void print_real_run(run_result const& run) {
  line("machine", machine(run) + " of this machine, " + run.policy);
  line("time", duration(run.seconds) + ", real; without a task to run " + percent(run.share(run.idle)));
  print_traffic(run);
}

void print_run(options const& config, run_result const& run) {
  line("machine", machine(run) + ", " + run.policy + ": " + config.settings(run.seed));
  line("time", duration(run.seconds) + " simulated; all work is " + duration(run.work) + ", spread evenly " +
                   duration(run.bound()));
  std::string speed_up = decimals(run.speed_up(), 1) + " over the sequential program";
  if (run.beyond_sequential() != 0) speed_up += "; work beyond it " + percent(run.beyond_sequential());
  line("speed-up", speed_up);
  line("efficiency", percent(run.efficiency()) + "; without a task to run " + percent(run.share(run.idle)));
  std::string tail = duration(run.tail) + " from the first worker idle for good to the end";
  if (run.unused > 0) {
    tail += "; " + std::to_string(run.unused) + (run.unused == 1 ? " worker" : " workers") + " never got a task";
  }
  line("tail", tail);
  line("scope", "ends " + duration(run.scope_end) + " after the last task's work");
  print_traffic(run);
  if (run.line_moves > 0)
    line("memory", duration(run.processor_seconds) + " of processor time; " + grouped(run.line_moves) +
                       " cache lines moved; " + grouped(run.interrupts) + " interrupts");
  double const rate = run.real_seconds > 0 ? static_cast<double>(run.events) / run.real_seconds : 0;
  line("simulation", grouped(run.events) + " events in " + duration(run.real_seconds) + ", " +
                         apps::rate(rate, "events") + " per second");
  line("fingerprint", hexadecimal(run.fingerprint));
}

std::string with_quartiles(std::vector<run_result> const& runs, double (*value_of)(run_result const&),
                           std::string (*show)(double)) {
  return show(quantile(runs, value_of, 0.5)) + " [" + show(quantile(runs, value_of, 0.25)) + ", " +
         show(quantile(runs, value_of, 0.75)) + "]";
}

/// The median of the time divided by that of the first policy with the same seed.
std::string relative_time(std::vector<run_result> const& runs, std::vector<run_result> const& baseline) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    ratios.push_back(baseline[i].seconds > 0 ? runs[i].seconds / baseline[i].seconds : 0);
  }
  return decimals(quantile(std::move(ratios), 0.5), 3);
}

/// Prints lines of cells: the first column left-aligned, the others right-aligned. A UTF-8 sequence
/// counts as one character.
void print_table(std::vector<std::vector<std::string>> const& rows) {
  auto const width = [](std::string const& cell) {
    return static_cast<std::size_t>(
        std::count_if(cell.begin(), cell.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  };
  for (auto const& cells : rows) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::size_t widest = 0;
      for (auto const& row : rows) widest = std::max(widest, width(row[i]));
      std::string const space(widest - width(cells[i]), ' ');
      std::printf("%s%s", i == 0 ? "" : "  ", (i == 0 ? cells[i] + space : space + cells[i]).c_str());
    }
    std::printf("\n");
  }
}

void print_comparison(options const& config, all_runs const& runs) {
  run_result const& first_run = runs.front().front();
  line("machine", machine(first_run) + ": " + config.settings(config.seed));
  line("runs", std::to_string(config.seeds) + (config.seeds == 1 ? " seed, " : " seeds from ") +
                   std::to_string(config.seed) +
                   "; medians [quartiles]; against: time over that of the first policy, same seed");
  std::vector<std::vector<std::string>> lines{
      {"policy", "time", "against", "efficiency", "idle", "tail", "messages", "asked", "refused", "tasks/loot"}};
  auto const count = [](double x) { return grouped(static_cast<std::uint64_t>(x + 0.5)); };
  for (auto const& policy_runs : runs) {
    auto const median = [&](char const* key) {
      auto const m =
          std::find_if(measures.begin(), measures.end(), [&](measure const& x) { return std::string(x.key) == key; });
      return quantile(policy_runs, m->value_of, 0.5);
    };
    lines.push_back({policy_runs.front().policy,
                     with_quartiles(
                         policy_runs, [](run_result const& r) { return r.seconds; }, duration),
                     relative_time(policy_runs, runs.front()), percent(median("efficiency")), percent(median("idle")),
                     duration(median("tail")), count(median("messages")), count(median("steals_asked")),
                     count(median("steals_refused")), decimals(median("tasks_per_loot"), 1)});
  }
  print_table(lines);
}

/// Adds one run: policy, seed, totals, all measures, fingerprint.
void add_run(json_object& object, run_result const& run) {
  json_object totals;
  for (auto const& [name, number] : run.totals) totals.add(name, number);
  object.add("policy", run.policy).add("seed", run.seed).add("result", totals).add("verified", run.is_right);
  for (auto const& m : measures) {
    if (run.real && m.simulated_only) continue;
    object.add(m.key,
               m.kind == form::whole ? json(static_cast<std::uint64_t>(m.value_of(run))) : json(m.value_of(run)));
  }
  if (!run.real) object.add("fingerprint", hexadecimal(run.fingerprint));
}

/// The runs with one policy: all of them, and medians and quartiles.
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
    for (auto const& m : measures) values.add(m.key, quantile(runs, m.value_of, fraction));
    policy_object.add(key, values);
  }
  return policy_object;
}

}  // namespace

bool verified(all_runs const& runs) { return first_wrong(runs) == nullptr; }

void print_text(workload const& program, options const& config, all_runs const& runs) {
  print_answer(program, runs);
  if (config.real) {
    print_real_run(runs.front().front());
  } else if (config.single()) {
    print_run(config, runs.front().front());
  } else {
    print_comparison(config, runs);
  }
}

void print_json(workload const& program, options const& config, std::vector<std::string> const& arguments,
                all_runs const& runs) {
  run_result const& first_run = runs.front().front();
  json_object object;
  object.add("app", "sim")
      .add("workload", program.name())
      .add("args", std::vector<json>(arguments.begin(), arguments.end()))
      .add("settings", config.real ? "real" : config.settings(config.seed))
      .add("places", first_run.places)
      .add("workers", first_run.workers);
  if (config.single()) {
    add_run(object, first_run);
  } else {
    std::vector<json> policies;
    for (auto const& policy_runs : runs) policies.push_back(runs_of_policy(policy_runs));
    object.add("verified", verified(runs)).add("seeds", config.seeds).add("policies", policies);
  }
  std::printf("%s\n", json(object).text.c_str());
}

}  // namespace apps::sim
