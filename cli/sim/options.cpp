// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "apps/common/error.hpp"
#include "apps/common/option_checks.hpp"
#include "cost.hpp"

namespace apps::sim {

namespace {

/// These are separate options, whose values are reported.
std::string world_fault(std::string const& text) {
  for (char const* const name : {"places", "workers", "seed"}) {
    if (("," + text).find("," + std::string(name) + "=") != std::string::npos)
      return std::string("expected further settings; ") + name + " is the option --" + name;
  }
  return "";
}

char const* const of_the_machine = "The simulated machine (docs/reference/simulator.md)";

template <class T>
CLI::Option* add(CLI::App& command, char const* name, T& value, char const* type, char const* help, char const* group) {
  return command.add_option(name, value, help)->type_name(type)->group(group);
}

}  // namespace

void options::add_to(CLI::App& command) {
  add(command, "--places", places, "N", "default 8", of_the_machine)->check(CLI::Range(1, 100'000));
  add(command, "--workers", workers, "N", "of each place; default 4", of_the_machine)->check(CLI::Range(1, 4096));
  add(command, "--seed", seed, "N", "seed of all random choices; default 1", of_the_machine)->check(seed_fault);
  add(command, "--latency", latency, "TIME", "between places of different nodes; default 2us", of_the_machine);
  add(command, "--near", near, "TIME", "between places of one node; default 300ns", of_the_machine);
  add(command, "--node", node, "N", "places of one node; default 1", of_the_machine);
  add(command, "--bandwidth", bandwidth, "RATE", "of each place's link; default 10GB/s", of_the_machine);
  add(command, "--overhead", overhead, "TIME", "of a message, of either processor; default 200ns", of_the_machine);
  add(command, "--jitter", jitter, "X", "random extra latency, in latencies; default 0", of_the_machine);
  add(command, "--world", world, "NAME=VALUE,...", "further settings of the simulator", of_the_machine)
      ->check(world_fault);
  char const* const stealing = "Stealing between places (docs/reference/stealing.md)";
  auto* const single_policy =
      add(command, "--policy", policy, "POLICY", "which victims to ask; default lifeline", stealing);
  add(command, "--amount", amount, "AMOUNT", "how much to take; default half", stealing);
  char const* const output = "What is run and shown";
  auto* const seed_count =
      add(command, "--seeds", seeds, "N", "number of runs, with seeds from --seed on: medians and quartiles", output)
          ->check(CLI::Range(1, 1'000'000));
  auto* const policy_list =
      add(command, "--compare", compare, "POLICY,...", "the same runs with each of these policies", output)
          ->excludes(single_policy);
  command
      .add_flag(
          "--real", real,
          "no simulation: places of this machine, as started or --places and --workers; tasks compute for their cost")
      ->excludes(seed_count)
      ->excludes(policy_list)
      ->group(output);
  add(command, "--settle", settle, "TIME",
      "wait this long before the first task and after the last, so that all workers are idle; default 0us", output);
  command.add_flag("--json", json, "print one JSON object on one line")->group(output);
}

std::vector<std::string> options::policies() const {
  if (compare.empty()) return {policy.empty() ? "lifeline" : policy};
  std::vector<std::string> result(1);
  int depth = 0;  // lifeline(w,z) contains a comma
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
  auto const append = [&](char const* name, std::string const& value) {
    if (!value.empty()) text += "," + std::string(name) + "=" + value;
  };
  append("latency", latency);
  append("near", near);
  append("node", node);
  append("bandwidth", bandwidth);
  append("overhead", overhead);
  append("jitter", jitter);
  if (!world.empty()) text += "," + world;
  return text;
}

}  // namespace apps::sim
