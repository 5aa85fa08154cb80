// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "driver.hpp"

#include <chrono>
#include <exception>
#include <new>
#include <skua/place.hpp>
#include <skua/sim.hpp>
#include <skua/spawn.hpp>
#include <skua/stats.hpp>
#include <string>
#include <utility>
#include <vector>

#include "output.hpp"

namespace apps {
namespace {

template <typename Body>
double seconds_of(Body&& body) {
  auto const start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The number of workers of each place.
std::vector<int> workers_by_place() {
  std::vector<int> result{skua::workers()};
  for (int p = 1; p < skua::places(); ++p) result.push_back(skua::at(p, [] { return skua::workers(); }));
  return result;
}

/// The parallel computation inside the runtime. Returns what `skua::run` returned.
int run_parallel(application& chosen, request const& command_line, outcome& result) {
  // The library reads its own arguments. --workers and --places become two of them, so that they
  // override the environment as those do.
  std::vector<std::string> arguments = command_line.library_arguments;
  if (command_line.options.workers > 0)
    arguments.push_back("--skua-workers=" + std::to_string(command_line.options.workers));
  if (command_line.options.places > 0)
    arguments.push_back("--skua-places=" + std::to_string(command_line.options.places));

  std::exception_ptr input_failure;  // an input error that is noticed only now ends this run normally
  int const code = run_with(std::move(arguments), skua::options{}, [&] {
    result.workers = workers_by_place();
    result.transport = skua::transport_name();
    try {
      double const begin = skua::sim::now();
      double const call_seconds = seconds_of([&] { chosen.parallel(command_line.options); });
      if (skua::sim::active()) result.simulated_seconds = skua::sim::now() - begin;
      result.seconds = chosen.timed_parallel().value_or(call_seconds);
    } catch (input_error const&) {
      input_failure = std::current_exception();
    } catch (std::bad_alloc const&) {
      input_failure = std::current_exception();
    }
    result.scheduler = skua::stats().total();
    result.ran = true;
  });
  if (input_failure) std::rethrow_exception(input_failure);
  return code;
}

}  // namespace

int drive(application& chosen, request const& command_line) {
  chosen.prepare();

  outcome result;
  if (int const code = run_parallel(chosen, command_line, result); code != 0) return code;
  if (!result.ran) return exit_right;  // not place 0: place 0 prints the report
  if (command_line.options.compare || chosen.needs_twin()) {
    double const call_seconds = seconds_of([&] { chosen.sequential(); });
    if (command_line.options.compare) result.sequential_seconds = chosen.timed_sequential().value_or(call_seconds);
  }

  report const summary = chosen.check();
  if (command_line.options.json) {
    print_json(chosen, command_line, result, summary);
  } else {
    print_text(chosen, result, summary);
  }
  return summary.verified ? exit_right : exit_wrong;
}

}  // namespace apps
