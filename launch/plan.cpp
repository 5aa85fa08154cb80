// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include <skua/error.hpp>

#include "base/escape.hpp"
#include "base/launch.hpp"
#include "base/number_text.hpp"
#include "base/parse.hpp"
#include "failure.hpp"
#include "observe/trace_file.hpp"
#include "program.hpp"
#include "system/cpus.hpp"
#include "system/topology.hpp"
#include "transport/segment.hpp"

namespace launch {
namespace {

std::string_view name_of(std::string_view variable) { return variable.substr(0, variable.find('=')); }
std::string_view value_of(std::string_view variable) {
  return variable.substr(std::min(name_of(variable).size() + 1, variable.size()));
}

/// The environment of skua-run plus the variables of --env, without SKUA_RUN_….
std::vector<std::string> environment_for(std::vector<std::string> const& added) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!name_of(*variable).starts_with("SKUA_RUN_")) environment.emplace_back(*variable);
  }
  for (std::string const& variable : added) {
    std::erase_if(environment, [&](std::string const& old) { return name_of(old) == name_of(variable); });
    environment.push_back(variable);
  }
  return environment;
}

/// Refuses settings with which each place would be a separate run.
void check_start(std::vector<std::string> const& environment) {
  for (std::string const& variable : environment) {
    std::string_view const name = name_of(variable);
    std::string_view const value = value_of(variable);
    if (value.empty()) continue;
    if (name == "SKUA_TRANSPORT" && value != "shm")
      throw failure(exit_code::usage, "SKUA_TRANSPORT=" + skua::base::escaped(std::string(value)) +
                                          ": skua-run connects its places by shm; unset it, or start without skua-run");
    if (name == "SKUA_SIM")
      throw failure(exit_code::usage, "SKUA_SIM: skua-run starts real places; unset it, or use skua-run --sim");
  }
}

/// Removes a variable from the environment and returns its value; 0 if it is not set.
int take_number(std::vector<std::string>& environment, std::string const& name, int maximum) {
  auto const variable =
      std::find_if(environment.begin(), environment.end(), [&](auto const& entry) { return name_of(entry) == name; });
  if (variable == environment.end()) return 0;
  std::string const text(value_of(*variable));
  if (text.empty()) {  // counts as not set
    environment.erase(variable);
    return 0;
  }
  auto const value = skua::base::parse_number<int>(text, 1, maximum);
  if (!value)
    throw failure(exit_code::usage, name + ": expected a number from 1 to " + std::to_string(maximum) + ", found " +
                                        skua::base::quoted(text));
  environment.erase(variable);
  return *value;
}

std::vector<std::vector<int>> bind(int places, int workers) {
  auto const machine = skua::system::read_topology("", skua::system::processors_in_affinity());
  auto const total = static_cast<std::size_t>(places) * static_cast<std::size_t>(workers);
  if (total > machine.processors.size())
    throw failure(exit_code::usage, "--bind: " + std::to_string(places) + " places with " + std::to_string(workers) +
                                        (workers == 1 ? " worker" : " workers") + " each need " +
                                        std::to_string(total) + " processors, " +
                                        std::to_string(machine.processors.size()) +
                                        " can be used: start fewer, or omit --bind");
  std::vector<int> const processors = skua::system::nearest_processors(machine, total);
  std::vector<std::vector<int>> parts;
  for (auto first = processors.begin(); parts.size() < static_cast<std::size_t>(places); first += workers)
    parts.emplace_back(first, first + workers);
  return parts;
}

std::string machine() {
  double const quota = skua::system::cpu_quota();
  std::string const text = quota > 0 ? skua::base::general(quota, 6) : "none";
  int const usable = skua::system::usable_cpus();
  return std::to_string(usable) + (usable == 1 ? " usable processor" : " usable processors") + " (affinity mask " +
         std::to_string(skua::system::cpus_in_affinity()) + ", quota " + text + ")";
}

/// Quoted for a shell.
std::string quoted(std::string const& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (char const character : word) text += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return text + "'";
}

/// One line here, not one of each place.
void check_trace(std::string const& name) {
  try {
    skua::observe::check_joined_trace(name);
  } catch (skua::error const& reason) {
    throw failure(exit_code::usage, reason.what());
  }
}

}  // namespace

plan make_plan(command_line const& options) {
  plan plan;
  plan.environment = environment_for(options.environment);
  check_start(plan.environment);
  for (std::string const& variable : plan.environment) {
    if (name_of(variable) == "SKUA_TRACE") plan.trace = value_of(variable);
  }
  int places = take_number(plan.environment, "SKUA_PLACES", skua::transport::segment::most_places);
  int workers = take_number(plan.environment, "SKUA_WORKERS", 4096);
  if (options.places != 0) places = options.places;
  if (options.workers != 0) workers = options.workers;
  if (options.check && places == 0) places = 1;
  plan.tell_workers = workers != 0 || options.bind;
  int const usable = skua::system::usable_cpus();
  plan.workers = workers != 0 ? workers : places != 0 ? std::max(1, usable / places) : 1;
  plan.places = places != 0 ? places : std::clamp(usable / plan.workers, 1, skua::transport::segment::most_places);
  if (options.bind) plan.processors = bind(plan.places, plan.workers);
  plan.machine = machine();
  if (plan.places > 1 && !plan.trace.empty()) check_trace(plan.trace);
  plan.arguments = options.program;
  plan.file = find_program(options.program.front());
  return plan;
}

std::vector<std::string> own_variables(plan const& plan, int place, int memory_fd) {
  auto const variable = [](char const* name, int value) { return name + ("=" + std::to_string(value)); };
  std::vector<std::string> variables{variable(skua::base::launch_fd_name, memory_fd),
                                     variable(skua::base::launch_place_name, place),
                                     variable(skua::base::launch_places_name, plan.places)};
  if (plan.tell_workers) variables.push_back("SKUA_WORKERS=" + std::to_string(plan.workers));
  return variables;
}

std::string describe(plan const& plan) {
  std::string text = plan.machine + "\n" + std::to_string(plan.places) + (plan.places == 1 ? " place" : " places") +
                     ", " + std::to_string(plan.workers) + (plan.workers == 1 ? " worker" : " workers") +
                     (plan.places == 1 ? "\n" : " each\n");
  for (int place = 0; place < plan.places; ++place) {
    text += "place " + std::to_string(place);
    if (!plan.processors.empty())
      text += " on " + skua::system::processor_list(plan.processors[static_cast<std::size_t>(place)]);
    text += ":";
    for (std::string const& variable : own_variables(plan, place, -1)) {
      if (!variable.starts_with("SKUA_RUN_FD=")) text += " " + variable;
    }
    text += " " + quoted(plan.file);
    for (std::size_t i = 1; i < plan.arguments.size(); ++i) text += " " + quoted(plan.arguments[i]);
    text += "\n";
  }
  return text;
}

}  // namespace launch
