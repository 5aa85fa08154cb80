// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "simulate.hpp"

#include <chrono>
#include <ctime>
#include <skua/place.hpp>
#include <skua/sim.hpp>
#include <skua/spawn.hpp>
#include <skua/stats.hpp>
#include <skua/time.hpp>
#include <utility>

#include "../skua/arguments.hpp"
#include "compute.hpp"
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

/// All places look for work in vain meanwhile. Before the first task and, so that what they have
/// asked for is counted whole, after the last one.
void let_settle(double seconds) {
  if (seconds > 0) skua::sleep_for(std::chrono::duration<double>(seconds));
}

template <typename Body>
int run_simulated(std::vector<std::string> library_arguments, std::string const& settings, std::string const& policy,
                  std::string const& amount, Body&& body) {
  library_arguments.push_back("--skua-sim=" + settings);
  return run_stealing(std::move(library_arguments), policy, amount, body);
}

}  // namespace

int try_settings(options const& how, std::vector<std::string> const& library_arguments, std::string const& policy) {
  return run_simulated(library_arguments, how.settings(how.seed) + ",places=2,workers=1", policy, how.amount, [] {});
}

int simulate(workload const& what, options const& how, std::vector<std::string> const& library_arguments,
             int busy_parts, run_result& result) {
  double const settle = how.settle_seconds();
  return run_simulated(library_arguments, how.settings(result.seed), result.policy, how.amount, [&] {
    result.places = skua::places();
    result.workers = skua::workers();
    let_settle(settle);
    meter const all(result.places, result.workers, busy_parts > 0);
    skua::sim::summary const before = skua::sim::summarise();
    double const start = skua::sim::now();
    auto const real_start = std::chrono::steady_clock::now();
    result.found = what.run();
    result.real_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - real_start).count();
    double const end = skua::sim::now();
    skua::sim::summary const after = skua::sim::summarise();

    result.right = result.found == what.answer();
    result.seconds = end - start;
    result.work = all.total();
    result.critical_path = all.critical_path();
    result.sequential = what.sequential_work() > 0 ? what.sequential_work() : result.work;
    result.idle = after.idle - before.idle;
    result.tail = end - all.first_idle(start);
    result.scope_end = end - all.last_end(start);
    result.unused = all.unused();
    result.events = after.events - before.events;
    let_settle(settle);
    // From the first moment: requests for tasks are made before there are any.
    skua::sim::summary const counted = skua::sim::summarise();
    result.messages = counted.messages;
    result.bytes = counted.bytes;
    result.asked = counted.asked;
    result.refused = counted.refused;
    result.lifelines = counted.lifelines;
    result.loots = counted.loots;
    result.tasks = counted.tasks;
    result.near_steals = counted.near_steals;
    result.fingerprint = counted.fingerprint;
    if (busy_parts > 0) result.busy = all.busy(start, end, busy_parts);
  });
}

namespace {

/// Of one place.
struct share_of_counts {
  skua::far_statistics far;
  std::uint64_t near_steals = 0;
  double idle = 0;
  double processor_seconds = 0;  // of its process
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

share_of_counts counted_here() {
  skua::statistics const s = skua::stats();
  skua::worker_statistics const all = s.total();
  return {s.far, all.steals, all.init + all.wait + all.idle, processor_seconds()};
}

}  // namespace

int run_really(workload const& what, options const& how, std::vector<std::string> const& library_arguments,
               run_result& result, bool& ran) {
  double const settle = how.settle_seconds();
  measure_speed();
  std::vector<std::string> arguments = library_arguments;
  if (how.places > 0) arguments.push_back("--skua-places=" + std::to_string(how.places));
  if (how.workers > 0) arguments.push_back("--skua-workers=" + std::to_string(how.workers));
  return run_stealing(std::move(arguments), result.policy, how.amount, [&] {
    ran = result.real = true;
    result.places = skua::places();
    result.workers = skua::workers();
    let_settle(settle);
    double const used = processor_seconds();
    auto const start = std::chrono::steady_clock::now();
    result.found = what.run();
    result.seconds = result.real_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.right = result.found == what.answer();
    let_settle(settle);
    for (int p = 0; p < result.places; ++p) {
      share_of_counts const s = p == 0 ? counted_here() : skua::at(p, [] { return counted_here(); });
      result.messages += s.far.messages;
      result.bytes += s.far.bytes;
      result.asked += s.far.asked;
      result.refused += s.far.refused;
      result.lifelines += s.far.lifelines;
      result.loots += s.far.loots;
      result.tasks += s.far.tasks;
      result.near_steals += s.near_steals;
      result.idle += s.idle;
      result.processor_seconds += s.processor_seconds - (p == 0 ? used : 0);
    }
  });
}

}  // namespace apps::sim
