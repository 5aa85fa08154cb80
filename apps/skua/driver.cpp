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

#include "arguments.hpp"
#include "output.hpp"

namespace apps {
namespace {

template <typename Body>
double seconds_of(Body&& body) {
  auto const start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// How many workers each place has.
std::vector<int> workers_by_place() {
  std::vector<int> result{skua::workers()};
  for (int p = 1; p < skua::places(); ++p) result.push_back(skua::at(p, [] { return skua::workers(); }));
  return result;
}

/// The parallel computation inside the runtime. Returns what `skua::run` returned.
int run_parallel(application& chosen, request const& what, outcome& result) {
  // The library reads its own arguments; --workers and --places become two of them, so that they
  // win over the environment as those do.
  std::vector<std::string> arguments = what.library_arguments;
  if (what.options.workers > 0) arguments.push_back("--skua-workers=" + std::to_string(what.options.workers));
  if (what.options.places > 0) arguments.push_back("--skua-places=" + std::to_string(what.options.places));

  std::exception_ptr refused;  // what is noticed only now ends this run like any other
  int const code = run_with(std::move(arguments), skua::options{}, [&] {
    result.workers = workers_by_place();
    result.transport = skua::transport_name();
    try {
      double const begin = skua::sim::now();
      double const all = seconds_of([&] { chosen.parallel(what.options); });
      if (skua::sim::active()) result.simulated_seconds = skua::sim::now() - begin;
      result.seconds = chosen.timed_parallel().value_or(all);
    } catch (input_error const&) {
      refused = std::current_exception();
    } catch (std::bad_alloc const&) {
      refused = std::current_exception();
    }
    result.scheduler = skua::stats().total();
    result.ran = true;
  });
  if (refused) std::rethrow_exception(refused);
  return code;
}

}  // namespace

int drive(application& chosen, request const& what) {
  chosen.prepare();

  outcome result;
  if (int const code = run_parallel(chosen, what, result); code != 0) return code;
  if (!result.ran) return exit_right;  // another place than 0: it has done its part, place 0 reports
  if (what.options.compare || chosen.needs_twin()) {
    double const all = seconds_of([&] { chosen.sequential(); });
    if (what.options.compare) result.sequential_seconds = chosen.timed_sequential().value_or(all);
  }

  report const found = chosen.check();
  if (what.options.json) {
    print_json(chosen, what, result, found);
  } else {
    print_text(chosen, result, found);
  }
  return found.verified ? exit_right : exit_wrong;
}

}  // namespace apps
