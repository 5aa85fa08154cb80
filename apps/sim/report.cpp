// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report.hpp"

#include <algorithm>
#include <cstdio>

#include "../skua/json.hpp"
#include "../skua/text.hpp"
#include "measures.hpp"

namespace apps::sim {
namespace {

void line(char const* label, std::string const& text) { std::printf("%-12s %s\n", label, text.c_str()); }

std::string percent(double share) { return decimals(100 * share, 1) + " %"; }

std::string text(counts const& found) {
  std::string all;
  for (auto const& [name, number] : found) {
    std::string shown = name;
    std::replace(shown.begin(), shown.end(), '_', ' ');
    all += (all.empty() ? "" : ", ") + grouped(number) + " " + shown;
  }
  return all;
}

run_result const* first_wrong(all_runs const& runs) {
  for (auto const& of_policy : runs) {
    for (auto const& run : of_policy) {
      if (!run.right) return &run;
    }
  }
  return nullptr;
}

void print_answer(workload const& what, all_runs const& runs) {
  run_result const* const wrong = first_wrong(runs);
  line(what.name().c_str(), text((wrong != nullptr ? *wrong : runs.front().front()).found));
  if (wrong != nullptr) {
    line("WRONG", "expected " + text(what.answer()) + " (policy " + wrong->policy + ", seed " +
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
  line("steals", grouped(run.asked) + " asked, " + grouped(run.refused) + " refused, " + grouped(run.lifelines) +
                     " left with lifelines; " + grouped(run.tasks) + " tasks came in " + grouped(run.loots) +
                     " messages");
  line("at a place", grouped(run.near_steals) + " steals between workers");
}

void print_real_run(run_result const& run) {
  line("machine", machine(run) + " of this machine, " + run.policy);
  line("time", duration(run.seconds) + ", real; without a task to run " + percent(run.share(run.idle)));
  print_traffic(run);
}

void print_run(options const& how, run_result const& run) {
  line("machine", machine(run) + ", " + run.policy + ": " + how.settings(run.seed));
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
  double const rate = run.real_seconds > 0 ? static_cast<double>(run.events) / run.real_seconds : 0;
  line("simulation", grouped(run.events) + " events in " + duration(run.real_seconds) + ", " +
                         apps::rate(rate, "events") + " per second");
  line("fingerprint", hexadecimal(run.fingerprint));
}

std::string with_quartiles(std::vector<run_result> const& runs, double (*of)(run_result const&),
                           std::string (*show)(double)) {
  return show(quantile(runs, of, 0.5)) + " [" + show(quantile(runs, of, 0.25)) + ", " + show(quantile(runs, of, 0.75)) +
         "]";
}

/// Of the time to that of the first policy with the same seed.
std::string against(std::vector<run_result> const& runs, std::vector<run_result> const& first) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    ratios.push_back(first[i].seconds > 0 ? runs[i].seconds / first[i].seconds : 0);
  }
  return decimals(quantile(std::move(ratios), 0.5), 3);
}

/// Lines of cells, the first column to the left, the others to the right; UTF-8 counts as
/// characters.
void print_table(std::vector<std::vector<std::string>> const& lines) {
  auto const width = [](std::string const& cell) {
    return static_cast<std::size_t>(
        std::count_if(cell.begin(), cell.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  };
  for (auto const& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::size_t widest = 0;
      for (auto const& other : lines) widest = std::max(widest, width(other[i]));
      std::string const space(widest - width(cells[i]), ' ');
      std::printf("%s%s", i == 0 ? "" : "  ", (i == 0 ? cells[i] + space : space + cells[i]).c_str());
    }
    std::printf("\n");
  }
}

void print_comparison(options const& how, all_runs const& runs) {
  run_result const& one = runs.front().front();
  line("machine", machine(one) + ": " + how.settings(how.seed));
  line("runs", std::to_string(how.seeds) + (how.seeds == 1 ? " seed, " : " seeds from ") + std::to_string(how.seed) +
                   "; medians [quartiles]; against: time over that of the first policy, same seed");
  std::vector<std::vector<std::string>> lines{
      {"policy", "time", "against", "efficiency", "idle", "tail", "messages", "asked", "refused", "tasks/loot"}};
  auto const count = [](double x) { return grouped(static_cast<std::uint64_t>(x + 0.5)); };
  for (auto const& of_policy : runs) {
    auto const median = [&](char const* key) {
      auto const m = std::find_if(measures().begin(), measures().end(),
                                  [&](measure const& x) { return std::string(x.key) == key; });
      return quantile(of_policy, m->of, 0.5);
    };
    lines.push_back({of_policy.front().policy,
                     with_quartiles(
                         of_policy, [](run_result const& r) { return r.seconds; }, duration),
                     against(of_policy, runs.front()), percent(median("efficiency")), percent(median("idle")),
                     duration(median("tail")), count(median("messages")), count(median("steals_asked")),
                     count(median("steals_refused")), decimals(median("tasks_per_loot"), 1)});
  }
  print_table(lines);
}

}  // namespace

bool verified(all_runs const& runs) { return first_wrong(runs) == nullptr; }

void print_text(workload const& what, options const& how, all_runs const& runs) {
  print_answer(what, runs);
  if (how.real) {
    print_real_run(runs.front().front());
  } else if (how.single()) {
    print_run(how, runs.front().front());
  } else {
    print_comparison(how, runs);
  }
}

void print_json(workload const& what, options const& how, std::vector<std::string> const& arguments,
                all_runs const& runs) {
  run_result const& one = runs.front().front();
  json_object object;
  object.add("app", "sim")
      .add("workload", what.name())
      .add("args", std::vector<json>(arguments.begin(), arguments.end()))
      .add("settings", how.real ? "real" : how.settings(how.seed))
      .add("places", one.places)
      .add("workers", one.workers);
  if (how.single()) {
    add_run(object, one);
  } else {
    std::vector<json> policies;
    for (auto const& of_policy : runs) policies.push_back(runs_of_policy(of_policy));
    object.add("verified", verified(runs)).add("seeds", how.seeds).add("policies", policies);
  }
  std::printf("%s\n", json(object).text.c_str());
}

}  // namespace apps::sim
