// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "simulate.hpp"

#include <chrono>
#include <ctime>
#include <exception>
#include <skua/place.hpp>
#include <skua/sim.hpp>
#include <skua/spawn.hpp>
#include <skua/stats.hpp>
#include <skua/time.hpp>
#include <span>
#include <utility>

#include "../driver/driver.hpp"
#include "apps/common/error.hpp"
#include "meter.hpp"

namespace apps::sim {
namespace {

template <typename Body>
int run_stealing(std::vector<std::string> library_arguments, std::string const& policy, std::string const& amount,
                 Body&& body) {
  library_arguments.push_back("--skua-steal=" + policy);
  library_arguments.push_back("--skua-steal-amount=" + (amount.empty() ? "half" : amount));
  skua::options o;
  o.stats = skua::stats_level::on;  // for the idle share
  return run_with(std::move(library_arguments), o, body);
}

/// Waits while all places look for work and find none: before the first task and, so that all their
/// requests are counted, after the last one.
void wait_to_settle(double seconds) {
  if (seconds > 0) skua::sleep_for(std::chrono::duration<double>(seconds));
}

template <typename Body>
int run_simulated(std::vector<std::string> library_arguments, std::string const& settings, std::string const& policy,
                  std::string const& amount, Body&& body) {
  library_arguments.push_back("--skua-sim=" + settings);
  return run_stealing(std::move(library_arguments), policy, amount, body);
}

}  // namespace

int try_settings(options const& config, std::vector<std::string> const& library_arguments, std::string const& policy) {
  return run_simulated(library_arguments, config.settings(config.seed) + ",places=2,workers=1", policy, config.amount,
                       [] {});
}

int simulate(workload const& program, options const& config, std::vector<std::string> const& library_arguments,
             run_result& result) {
  double const settle = config.settle_seconds();
  return run_simulated(library_arguments, config.settings(result.seed), result.policy, config.amount, [&] {
    result.places = skua::places();
    result.workers = skua::workers();
    wait_to_settle(settle);
    meter const run_meter(result.places, result.workers);
    skua::sim::summary const before = skua::sim::summarise();
    double const start = skua::sim::now();
    auto const real_start = std::chrono::steady_clock::now();
    result.totals = program.run();
    result.real_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - real_start).count();
    double const end = skua::sim::now();
    skua::sim::summary const after = skua::sim::summarise();

    result.expected = program.answer();
    result.is_right = result.totals == result.expected;
    result.seconds = end - start;
    result.work = run_meter.total();
    result.critical_path = run_meter.critical_path();
    result.sequential = program.sequential_work() > 0 ? program.sequential_work() : result.work;
    result.idle = after.idle - before.idle;
    result.tail = end - run_meter.first_idle(start);
    result.scope_end = end - run_meter.last_end(start);
    result.unused = run_meter.unused();
    result.events = after.events - before.events;
    result.processor_seconds = after.processor_seconds - before.processor_seconds;
    result.line_moves = after.line_moves - before.line_moves;
    result.interrupts = after.interrupts - before.interrupts;
    wait_to_settle(settle);
    // Counted from the first moment: places ask for tasks before any exist.
    skua::sim::summary const final_summary = skua::sim::summarise();
    result.messages = final_summary.messages;
    result.bytes = final_summary.bytes;
    result.requests = final_summary.asked;
    result.refused = final_summary.refused;
    result.lifelines = final_summary.lifelines;
    result.loots = final_summary.loots;
    result.tasks = final_summary.tasks;
    result.near_steals = final_summary.near_steals;
    result.fingerprint = final_summary.fingerprint;
  });
}

namespace {

/// The counts of one place.
struct share_of_counts {
  skua::far_statistics far;
  std::uint64_t near_steals = 0;
  double idle = 0;
  double processor_seconds = 0;  // of its process
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

share_of_counts local_counts() {
  skua::statistics const s = skua::stats();
  double idle = 0;  // without spare workers
  for (auto const& w : std::span(s.workers).first(static_cast<std::size_t>(skua::workers())))
    idle += w.init + w.wait + w.idle;
  return {s.far, s.total().steals, idle, processor_seconds()};
}

}  // namespace

int run_really(workload const& program, options const& config, std::vector<std::string> const& library_arguments,
               run_result& result, bool& ran) {
  double const settle = config.settle_seconds();
  measure_speed();
  std::vector<std::string> arguments = library_arguments;
  if (config.places > 0) arguments.push_back("--skua-places=" + std::to_string(config.places));
  if (config.workers > 0) arguments.push_back("--skua-workers=" + std::to_string(config.workers));
  std::exception_ptr wrong_places;
  int const code = run_stealing(std::move(arguments), result.policy, config.amount, [&] {
    ran = result.real = true;
    result.places = skua::places();
    try {
      program.check_places(result.places);
    } catch (input_error const&) {
      wrong_places = std::current_exception();
      return;
    }
    result.workers = skua::workers();
    wait_to_settle(settle);
    double const cpu_at_start = processor_seconds();
    auto const start = std::chrono::steady_clock::now();
    result.totals = program.run();
    result.seconds = result.real_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.expected = program.answer();
    result.is_right = result.totals == result.expected;
    wait_to_settle(settle);
    for (int p = 0; p < result.places; ++p) {
      share_of_counts const s = p == 0 ? local_counts() : skua::at(p, [] { return local_counts(); });
      result.messages += s.far.messages;
      result.bytes += s.far.bytes;
      result.requests += s.far.asked;
      result.refused += s.far.refused;
      result.lifelines += s.far.lifelines;
      result.loots += s.far.loots;
      result.tasks += s.far.tasks;
      result.near_steals += s.near_steals;
      result.idle += s.idle;
      result.processor_seconds += s.processor_seconds - (p == 0 ? cpu_at_start : 0);
    }
  });
  if (wrong_places) std::rethrow_exception(wrong_places);
  return code;
}

}  // namespace apps::sim
