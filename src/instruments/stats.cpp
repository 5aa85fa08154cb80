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

worker_statistics read(observe::worker_counters const& c, std::uint64_t now, double life) {
  using observe::phase;
  phase const current = c.now_in.load(std::memory_order_relaxed);       // relaxed: a snapshot
  std::uint64_t const since = c.since.load(std::memory_order_relaxed);  // relaxed: a snapshot
  auto seconds = [&](phase p) {
    std::uint64_t ns = c.nanoseconds[static_cast<std::size_t>(p)].get();
    if (now != 0 && p == current && now > since) ns += now - since;  // the one in progress
    return 1e-9 * static_cast<double>(ns);
  };
  worker_statistics w;
  observe::for_each_worker_counter<worker_statistics, observe::worker_counters>(
      [&](char const*, auto result, auto count) { w.*result = (c.*count).get(); });
  double accounted = 0;
  unsigned next = 0;
  observe::for_each_phase<worker_statistics>([&](char const*, auto result) {
    w.*result = seconds(static_cast<phase>(next++));
    accounted += w.*result;
  });
  w.rest = accounted > 0 && life > accounted ? life - accounted : 0;
  return w;
}

}  // namespace

statistics statistics_of(place& p) {
  statistics s;
  std::uint64_t const now = p.machine->now();
  s.seconds = 1e-9 * static_cast<double>(now - p.started_at);
  int const n = p.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  bool const is_timed = p.timing.load(std::memory_order_relaxed);   // relaxed: a snapshot
  for (int i = 0; i < n; ++i)
    s.workers.push_back(read(p.worker_table[static_cast<std::size_t>(i)]->counters, is_timed ? now : 0, s.seconds));
  if (p.remote != nullptr) s.far = p.remote->counted();
  return s;
}

void start_timing(place& p) noexcept {
  if (p.timing.load(std::memory_order_relaxed)) return;  // relaxed: only the service thread starts it later
  std::uint64_t const now = p.machine->now();
  int const n = p.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n; ++i) {
    worker& w = *p.worker_table[static_cast<std::size_t>(i)];
    // relaxed: a snapshot; until the worker sees `timing` it writes neither word
    bool const searches = w.searching.load(std::memory_order_relaxed);
    w.counters.now_in.store(searches ? observe::phase::idle : observe::phase::user,
                            std::memory_order_relaxed);      // relaxed: as above
    w.counters.since.store(now, std::memory_order_relaxed);  // relaxed: as above
  }
  p.timing.store(true, std::memory_order_release);  // sync: TIMING -> enter_phase
}

void statistics_end(place& p) {
  if (p.settings.print_stats) std::fputs(statistics_of(p).text().c_str(), stderr);
}

}  // namespace sched

statistics stats() {
  sched::fibre* s = sched::self();
  sched::place* p = s != nullptr ? sched::place_of(s) : sched::current_place();
  return p != nullptr ? sched::statistics_of(*p) : statistics{};
}

worker_statistics statistics::total() const {
  worker_statistics t;
  for (worker_statistics const& w : workers) {
    auto const add = [&](char const*, auto member) { t.*member += w.*member; };
    observe::for_each_worker_counter<worker_statistics>(add);
    observe::for_each_phase<worker_statistics>(add);
    t.rest += w.rest;
  }
  return t;
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
  auto const add = [&](char const* name, worker_statistics const& w) {
    cell("skua: %6s", name);
    for_each_time(w, [&](char const*, double value) { text += " " + base::fixed(value, 4, 9); });
    for (std::uint64_t const n : {w.steals, w.stolen, w.parks, w.suspensions})
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
