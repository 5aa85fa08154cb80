// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A job whose places are simulated.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "place/above.hpp"
#include "place/job.hpp"
#include "sched/deadlock.hpp"
#include "sched/statistics.hpp"
#include "world/endpoint.hpp"
#include "world/settings.hpp"
#include "world/station.hpp"
#include "world/world.hpp"

namespace skua::remote {
namespace {

class simulated final : public simulation {
 public:
  simulated(world::settings const& s, job& j)
      : settings_(s),
        job_(j),
        world_(s.seed, s.places, s.pace),
        fabric_(std::make_shared<world::fabric>(world_, s.network, s.places)) {
    for (int place = 0; place < s.places; ++place) {
      j.ends.push_back(std::make_unique<world::sim_endpoint>(fabric_, place));
      stations_.push_back(std::make_unique<world::station>(world_, place));
    }
    world_.when_stuck([this] {
      end_if_lost();
      report_stuck(job_);
    });
    j.settings.places = s.places;
    j.settings.workers = s.workers;
    begun_ = world_.now();
    if (s.limit > 0) {
      world_.when_past(begun_ + static_cast<std::uint64_t>(s.limit * 1e9), [this] {
        report();
        std::fprintf(stderr, "skua: the simulation has come to its limit of %g s; tasks wait:\n", settings_.limit);
        for (std::string const& line : sched::lines_of(all_that_wait(job_, false), job_.places.size() > 1))
          std::fprintf(stderr, "  %s\n", line.c_str());
        std::fflush(stderr);
        std::abort();
      });
    }
    if (s.pace.lost_place > 0) {
      auto const when = begun_ + static_cast<std::uint64_t>(s.pace.lost_at * 1e9);
      world_.at(when, [f = fabric_, place = s.pace.lost_place] { f->lose(place); });
    }
    world_.seen = [this] { return seen(); };
    world_.whole = &j;
  }
  ~simulated() override {
    if (settings_.report) report();
  }
  void report() noexcept {
    std::fprintf(stderr, "simulated: %.9f s, %llu events, %llu messages, %llu bytes, fingerprint %016llx\n",
                 static_cast<double>(world_.now() - begun_) * 1e-9, static_cast<unsigned long long>(world_.events()),
                 static_cast<unsigned long long>(fabric_->messages), static_cast<unsigned long long>(fabric_->bytes),
                 static_cast<unsigned long long>(world_.fingerprint()));
  }
  system::machine& machine(int place) noexcept override { return *stations_[static_cast<std::size_t>(place)]; }

 private:
  static std::vector<sched::waiting_tasks> all_that_wait(job const& j, bool for_ever) {
    std::vector<sched::waiting_tasks> all;
    for (sched::place* const p : j.places) all.push_back(sched::waiting_at(*p, for_ever));
    return all;
  }

  /// A place that is lost after the last message of a run is missed when its threads are joined.
  void end_if_lost() noexcept {
    int const p = fabric_->lost_place;
    if (p < 0 || job_.nodes.empty()) return;
    node& first = *job_.nodes.front();
    first.ending().lost(p, first.end().whereabouts(p), "was lost", true);
  }

  /// Wrong programs end here: tasks that wait for each other.
  static void report_stuck(job const& j) {
    std::vector<sched::waiting_tasks> const all = all_that_wait(j, true);
    for (sched::waiting_tasks const& here : all) {
      if (here.count > 0) sched::end_in_deadlock(all, j.places.size() > 1);
    }
  }
  sim::summary seen() const;

  world::settings settings_;
  job& job_;
  world::world world_;
  std::vector<std::unique_ptr<world::station>> stations_;
  std::shared_ptr<world::fabric> fabric_;
  std::uint64_t begun_ = 0;
};

sim::summary simulated::seen() const {
  sim::summary s;
  s.events = world_.events();
  s.fingerprint = world_.fingerprint();
  s.messages = fabric_->messages;
  s.bytes = fabric_->bytes;
  for (sched::place* const p : job_.places) {
    statistics const all = sched::statistics_of(*p);
    s.asked += all.far.asked;
    s.refused += all.far.refused;
    s.lifelines += all.far.lifelines;
    s.loots += all.far.loots;
    s.tasks += all.far.tasks;
    worker_statistics const w = all.total();
    s.near_steals += w.steals;
    s.near_tasks += w.stolen;
    s.idle += w.init + w.wait + w.idle;
  }
  return s;
}

}  // namespace

std::unique_ptr<simulation> simulate(std::string const& settings, job& j) {
  return std::make_unique<simulated>(world::parse_settings(settings), j);
}

}  // namespace skua::remote
