// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "../skua/error.hpp"
#include "cost.hpp"

namespace apps::sim {

void options::add_to(CLI::App& command) {
  auto const add = [&](char const* name, auto& value, char const* type, char const* help, char const* group) {
    return command.add_option(name, value, help)->type_name(type)->group(group);
  };
  char const* const machine = "The simulated machine (docs/simulator.md)";
  add("--places", places, "N", "default 8", machine)->check(CLI::Range(1, 100'000));
  add("--workers", workers, "N", "of each place; default 4", machine)->check(CLI::Range(1, 4096));
  add("--seed", seed, "N", "seed of all random choices; default 1", machine);
  add("--latency", latency, "TIME", "between places of different nodes; default 2us", machine);
  add("--near", near, "TIME", "between places of one node; default 300ns", machine);
  add("--node", node, "N", "places of one node; default 1", machine);
  add("--bandwidth", bandwidth, "RATE", "of each place's link; default 10GB/s", machine);
  add("--overhead", overhead, "TIME", "of a message, of either processor; default 200ns", machine);
  add("--jitter", jitter, "X", "random extra latency, in latencies; default 0", machine);
  add("--world", world, "NAME=VALUE,...", "further settings of the simulator", machine);
  char const* const stealing = "Stealing between places (docs/stealing.md)";
  auto* const single_policy = add("--policy", policy, "POLICY", "which victims to ask; default lifeline", stealing);
  add("--amount", amount, "AMOUNT", "how much to take; default half", stealing);
  char const* const output = "What is run and shown";
  auto* const seed_count =
      add("--seeds", seeds, "N", "number of runs, with seeds from --seed on: medians and quartiles", output)
          ->check(CLI::Range(1, 1'000'000));
  auto* const policy_list = add("--compare", compare, "POLICY,...", "the same runs with each of these policies", output)
                                ->excludes(single_policy);
  auto* const html_file = add("--html", html, "FILE", "write the same as a page with plots", output);
  command
      .add_flag(
          "--real", real,
          "no simulation: places of this machine, as started or --places and --workers; tasks compute for their cost")
      ->excludes(seed_count)
      ->excludes(policy_list)
      ->excludes(html_file)
      ->group(output);
  add("--settle", settle, "TIME",
      "wait this long before the first task and after the last, so that all workers are idle; default 0us", output);
  command.add_flag("--json", json, "print one JSON object on one line")->group(output);
}

std::vector<std::string> options::policies() const {
  if (compare.empty()) return {policy.empty() ? "lifeline" : policy};
  std::vector<std::string> result(1);
  int depth = 0;  // lifeline(w,z) has a comma of its own
  for (char const c : compare) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  if (std::any_of(result.begin(), result.end(), [](auto const& p) { return p.empty(); })) {
    throw input_error("--compare: expected policies with commas between, found " + compare);
  }
  return result;
}

double options::settle_seconds() const { return seconds_of("--settle", settle); }

std::string options::settings(std::uint64_t with_seed) const {
  std::string text = "places=" + std::to_string(place_count()) +
                     ",workers=" + std::to_string(workers > 0 ? workers : 4) + ",seed=" + std::to_string(with_seed);
  auto const add = [&](char const* name, std::string const& value) {
    if (!value.empty()) text += std::string(",") + name + "=" + value;
  };
  add("latency", latency);
  add("near", near);
  add("node", node);
  add("bandwidth", bandwidth);
  add("overhead", overhead);
  add("jitter", jitter);
  return world.empty() ? text : text + "," + world;
}

}  // namespace apps::sim
