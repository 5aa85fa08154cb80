// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program skua-run: starts a program as several places of this host (docs/cluster.md).

#include <cstdio>
#include <exception>

#include "channel.hpp"
#include "command_line.hpp"
#include "failure.hpp"
#include "plan.hpp"
#include "simulate.hpp"
#include "supervisor.hpp"

int main(int argc, char** argv) {
  using namespace launch;
  try {
    fill_standard_streams();
    command_line options;
    if (auto const code = read_command_line(argc, argv, options)) return *code;
    if (options.sim) return simulate(options);
    plan const run_plan = make_plan(options);
    if (options.show)
      return std::fputs(describe(run_plan).c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? exit_code::launcher_failed
                                                                                            : exit_code::success;
    if (options.verbose)
      std::fprintf(stderr, "skua-run: %s, places: %d, workers of each: %d\n", run_plan.machine.c_str(), run_plan.places,
                   run_plan.workers);
    return supervisor(run_plan, options).run();
  } catch (failure const& e) {
    std::fprintf(stderr, "skua-run: %s\n", e.text.c_str());
    return e.code;
  } catch (std::exception const& e) {
    std::fprintf(stderr, "skua-run: %s\n", e.what());
    return exit_code::launcher_failed;
  }
}
