// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/stats.hpp>

#include <cstdio>

#include "sched/place.hpp"
#include "sched/place_registry.hpp"
#include "sched/remote_hooks.hpp"
#include "sched/stats.hpp"

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
  w.steals = c.steals.get();
  w.stolen = c.stolen.get();
  w.failed_steals = c.failed_steals.get();
  w.suspensions = c.suspensions.get();
  w.resumptions = c.resumptions.get();
  w.parks = c.parks.get();
  w.publications = c.publications.get();
  w.reclaims = c.reclaims.get();
  w.throttles = c.throttles.get();
  w.fibres = c.fibres.get();
  w.forced = c.forced.get();
  w.tasks = c.tasks.get();
  w.init = seconds(phase::init);
  w.user = seconds(phase::user);
  w.issue = seconds(phase::issue);
  w.execute = seconds(phase::execute);
  w.wait = seconds(phase::wait);
  w.idle = seconds(phase::idle);
  w.finalise = seconds(phase::finalise);
  double const accounted = w.init + w.user + w.issue + w.execute + w.wait + w.idle + w.finalise;
  w.rest = accounted > 0 && life > accounted ? life - accounted : 0;
  return w;
}

}  // namespace

statistics statistics_of(place& p) {
  statistics s;
  std::uint64_t const now = p.machine->now();
  s.seconds = 1e-9 * static_cast<double>(now - p.started_at);
  int const n = p.started_workers.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n; ++i)
    s.workers.push_back(read(p.worker_table[static_cast<std::size_t>(i)]->counters, p.timing ? now : 0, s.seconds));
  if (p.remote != nullptr) s.far = p.remote->counted();
  return s;
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
    t.steals += w.steals;
    t.stolen += w.stolen;
    t.failed_steals += w.failed_steals;
    t.suspensions += w.suspensions;
    t.resumptions += w.resumptions;
    t.parks += w.parks;
    t.publications += w.publications;
    t.reclaims += w.reclaims;
    t.throttles += w.throttles;
    t.fibres += w.fibres;
    t.forced += w.forced;
    t.tasks += w.tasks;
    t.init += w.init;
    t.user += w.user;
    t.issue += w.issue;
    t.execute += w.execute;
    t.wait += w.wait;
    t.idle += w.idle;
    t.finalise += w.finalise;
    t.rest += w.rest;
  }
  return t;
}

std::string statistics::text() const {
  char line[256];
  std::string text =
      "skua: worker      init      user     issue   execute      wait      idle  finalise      rest    steals    "
      "stolen     parks  suspends\n";
  auto add = [&](char const* name, worker_statistics const& w) {
    std::snprintf(line, sizeof line,
                  "skua: %6s %9.4f %9.4f %9.4f %9.4f %9.4f %9.4f %9.4f %9.4f %9llu %9llu %9llu %9llu\n", name, w.init,
                  w.user, w.issue, w.execute, w.wait, w.idle, w.finalise, w.rest,
                  static_cast<unsigned long long>(w.steals), static_cast<unsigned long long>(w.stolen),
                  static_cast<unsigned long long>(w.parks), static_cast<unsigned long long>(w.suspensions));
    text += line;
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
