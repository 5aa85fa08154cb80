// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/self.hpp>
#include <skua/stats.hpp>

#include <cstdio>

#include "base/number_text.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/remote_hooks.hpp"
#include "instruments/stats.hpp"

namespace skua {
namespace sched {
namespace {

worker_statistics read(observe::worker_counters const& counters, std::uint64_t now, double life) {
  using observe::phase;
  phase const current = counters.now_in.load(std::memory_order_relaxed);       // relaxed: a snapshot
  std::uint64_t const since = counters.since.load(std::memory_order_relaxed);  // relaxed: a snapshot
  auto seconds = [&](phase phase) {
    std::uint64_t ns = counters.nanoseconds[static_cast<std::size_t>(phase)].get();
    if (now != 0 && phase == current && now > since) ns += now - since;  // the one in progress
    return 1e-9 * static_cast<double>(ns);
  };
  worker_statistics statistics;
  observe::for_each_worker_counter<worker_statistics, observe::worker_counters>(
      [&](char const*, auto result, auto count) { statistics.*result = (counters.*count).get(); });
  double accounted = 0;
  unsigned next = 0;
  observe::for_each_phase<worker_statistics>([&](char const*, auto result) {
    statistics.*result = seconds(static_cast<phase>(next++));
    accounted += statistics.*result;
  });
  statistics.rest = accounted > 0 && life > accounted ? life - accounted : 0;
  return statistics;
}

}  // namespace

statistics statistics_of(place& place) {
  statistics statistics;
  std::uint64_t const now = place.machine->now();
  statistics.seconds = 1e-9 * static_cast<double>(now - place.started_at);
  int const n = place.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  bool const is_timed = place.timing.load(std::memory_order_relaxed);   // relaxed: a snapshot
  for (int i = 0; i < n; ++i)
    statistics.workers.push_back(
        read(place.worker_table[static_cast<std::size_t>(i)]->counters, is_timed ? now : 0, statistics.seconds));
  if (place.remote != nullptr) statistics.far = place.remote->counted();
  return statistics;
}

void start_timing(place& place) noexcept {
  if (place.timing.load(std::memory_order_relaxed)) return;  // relaxed: only the service thread starts it later
  std::uint64_t const now = place.machine->now();
  int const n = place.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n; ++i) {
    worker& worker = *place.worker_table[static_cast<std::size_t>(i)];
    // relaxed: a snapshot; until the worker sees `timing` it writes neither word
    bool const searches = worker.searching.load(std::memory_order_relaxed);
    worker.counters.now_in.store(searches ? observe::phase::idle : observe::phase::user,
                                 std::memory_order_relaxed);      // relaxed: as above
    worker.counters.since.store(now, std::memory_order_relaxed);  // relaxed: as above
  }
  place.timing.store(true, std::memory_order_release);  // sync: TIMING -> enter_phase
}

void statistics_end(place& place) {
  if (place.settings.print_stats) std::fputs(statistics_of(place).text().c_str(), stderr);
}

}  // namespace sched

statistics stats() {
  sched::fibre* current = sched::self();
  sched::place* place = current != nullptr ? sched::place_of(current) : sched::current_place();
  return place != nullptr ? sched::statistics_of(*place) : statistics{};
}

worker_statistics statistics::total() const {
  worker_statistics sum;
  for (worker_statistics const& of_worker : workers) {
    auto const add = [&](char const*, auto member) { sum.*member += of_worker.*member; };
    observe::for_each_worker_counter<worker_statistics>(add);
    observe::for_each_phase<worker_statistics>(add);
    sum.rest += of_worker.rest;
  }
  return sum;
}

std::string statistics::text() const {
  char line[256];
  std::string text = "skua: worker";
  auto const cell = [&](char const* format, auto value) {
    std::snprintf(line, sizeof line, format, value);
    text += line;
  };
  for_each_time(worker_statistics(), [&](char const* name, double) { cell("%10s", name); });
  text += "    steals    stolen     parks  suspends\n";
  auto const add = [&](char const* name, worker_statistics const& statistics) {
    cell("skua: %6s", name);
    for_each_time(statistics, [&](char const*, double value) { text += " " + base::fixed(value, 4, 9); });
    for (std::uint64_t const n : {statistics.steals, statistics.stolen, statistics.parks, statistics.suspensions})
      cell(" %9llu", static_cast<unsigned long long>(n));
    text += "\n";
  };
  for (std::size_t i = 0; i < workers.size(); ++i) add(std::to_string(i).c_str(), workers[i]);
  add("all", total());
  if (far.messages != 0) {
    std::snprintf(line, sizeof line,
                  "skua: to other places %llu messages, %llu bytes; steals %llu asked, %llu refused, %llu with "
                  "lifelines; %llu tasks came in %llu messages\n",
                  static_cast<unsigned long long>(far.messages), static_cast<unsigned long long>(far.bytes),
                  static_cast<unsigned long long>(far.asked), static_cast<unsigned long long>(far.refused),
                  static_cast<unsigned long long>(far.lifelines), static_cast<unsigned long long>(far.tasks),
                  static_cast<unsigned long long>(far.loots));
    text += line;
  }
  return text;
}

}  // namespace skua
