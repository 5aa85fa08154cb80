// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cost.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>
#include <utility>

#include "apps/common/error.hpp"
#include "apps/common/input.hpp"

namespace apps::sim {

double seconds_of(std::string const& option, std::string const& text) {
  static constexpr std::pair<std::string_view, double> units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  double value = -1;
  std::string_view const unit = std::from_chars(text.data(), text.data() + text.size(), value).ptr;
  for (auto const& [name, factor] : units) {
    if (unit == name && value >= 0 && value * factor <= 1e6) return value * factor;
  }
  throw input_error(option + ": expected a time with its unit, as in 1ms, found " + shown(text));
}

void cost_options::add_to(CLI::App& command, std::string const& task_name) {
  command.add_option(name_, text_, "simulated time of " + task_name + "; default " + text_)->type_name("TIME");
  command
      .add_option("--costs", distribution_,
                  "fixed: all the same; exponential: distributed so around that; default fixed")
      ->check(CLI::IsMember({"fixed", "exponential"}))
      ->type_name("NAME");
}

cost cost_options::read() const { return {seconds_of(name_, text_), distribution_ == "exponential" ? 1u : 0u}; }

void add_costs(CLI::App& command, std::span<named_cost> costs, std::string const& charge) {
  for (named_cost& c : costs)
    command.add_option(c.name, c.text, charge + c.purpose + "; default " + c.text)->type_name("TIME");
}

void read_costs(std::span<named_cost const> costs) {
  for (named_cost const& c : costs) *c.seconds = seconds_of(c.name, c.text);
}

}  // namespace apps::sim
