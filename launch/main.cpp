// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program skua-run: starts a program as several places of this host
// (docs/reference/cluster.md).

#include <cstdio>
#include <exception>
#include <optional>
#include <string>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "channel.hpp"
#include "command_line.hpp"
#include "failure.hpp"
#include "plan.hpp"
#include "simulate.hpp"
#include "supervisor.hpp"
#include "watch.hpp"

namespace {

/// The value of a variable for the places, from --env or the environment.
std::string variable_of_places(launch::command_line const& options, std::string const& name) {
  for (auto setting = options.environment.rbegin(); setting != options.environment.rend(); ++setting) {
    if (setting->starts_with(name + "=")) return setting->substr(name.size() + 1);
  }
  char const* const value = skua::base::variable(name.c_str());
  return value != nullptr ? value : "";
}

void set_for_places(launch::command_line& options, std::string const& name, std::string const& value) {
  options.environment.push_back(name + "=" + value);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace launch;
  try {
    fill_standard_streams();
    command_line options;
    if (auto const code = read_command_line(argc, argv, options)) return *code;
    if (options.sim) return simulate(options);
    std::optional<watch> view;
    if (options.watch && !options.show) {
      view.emplace(variable_of_places(options, "SKUA_METRICS"));
      set_for_places(options, "SKUA_METRICS", view->setting());
    }
    plan const run_plan = make_plan(options);
    if (options.show) {
      print_output(describe(run_plan));
      return exit_code::success;
    }
    if (options.verbose)
      std::fprintf(stderr, "skua-run: %s, places: %d, workers of each: %d\n", run_plan.machine.c_str(), run_plan.places,
                   run_plan.workers);
    return supervisor(run_plan, options, view ? &*view : nullptr).run();
  } catch (failure const& failure) {
    std::fprintf(stderr, "skua-run: %s\n", failure.text.c_str());
    return failure.code;
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "skua-run: %s\n", skua::base::without_name(failure.what()).data());
    return exit_code::launcher_failed;
  }
}
