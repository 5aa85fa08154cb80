// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creates a job of simulated places.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/open.hpp"

#include "base/end_hook.hpp"
#include "base/number_text.hpp"
#include "instruments/deadlock.hpp"
#include "instruments/stats.hpp"
#include "remote/job.hpp"
#include "sim/debugger.hpp"
#include "sim/endpoint.hpp"
#include "sim/settings.hpp"
#include "sim/sim_place.hpp"
#include "sim/simulator.hpp"
#include "system/files.hpp"

namespace skua::sim {
namespace {

class simulated final : public remote::simulation {
 public:
  simulated(settings const& settings, std::string text, remote::job& job)
      : settings_(settings),
        text_(std::move(text)),
        job_(job),
        world_(settings.seed, settings.places, settings.speed_model, settings.sharing),
        fabric_(std::make_shared<fabric>(world_, settings.network, settings.places)) {
    for (int place = 0; place < settings.places; ++place) {
      job.ends.push_back(std::make_unique<sim_endpoint>(fabric_, place));
      sim_places_.push_back(std::make_unique<sim_place>(world_, place));
    }
    world_.when_stuck([this] {
      end_if_lost();
      hint();
      report_stuck(job_);
    });
    skua_stop_at_event = settings.stop;
    job.settings.places = settings.places;
    job.settings.workers = settings.workers;
    begin_ = world_.now();
    if (settings.limit > 0) {
      world_.when_past(begin_ + static_cast<std::uint64_t>(settings.limit * 1e9), [this] {
        report();
        std::fprintf(stderr, "skua: the simulation has come to its limit of %s s; tasks wait:\n",
                     base::general(settings_.limit, 6).c_str());
        for (std::string const& line : sched::lines_of(waiting_tasks_of(job_, false), job_.places.size() > 1))
          std::fprintf(stderr, "  %s\n", line.c_str());
        hint();
        base::run_end_hook();
        std::abort();
      });
    }
    if (settings.speed_model.lost_place > 0) {
      auto const when = begin_ + static_cast<std::uint64_t>(settings.speed_model.lost_at * 1e9);
      world_.at(when, [f = fabric_, place = settings.speed_model.lost_place] { f->lose(place); });
    }
    world_.summarise = [this] { return summary(); };
    world_.job = &job;
  }
  ~simulated() override {
    if (settings_.report) report();
    if (settings_.stop > world_.events()) {
      std::fprintf(stderr, "skua: the simulation has ended after %llu events, before stop=%llu\n",
                   static_cast<unsigned long long>(world_.events()), static_cast<unsigned long long>(settings_.stop));
    }
  }
  void report() noexcept {
    std::fprintf(stderr, "simulated: %s s, %llu events, %llu messages, %llu bytes, fingerprint %016llx\n",
                 base::fixed(static_cast<double>(world_.now() - begin_) * 1e-9, 9).c_str(),
                 static_cast<unsigned long long>(world_.events()), static_cast<unsigned long long>(fabric_->messages),
                 static_cast<unsigned long long>(fabric_->bytes),
                 static_cast<unsigned long long>(world_.fingerprint()));
  }
  system::machine& machine(int place) noexcept override { return *sim_places_[static_cast<std::size_t>(place)]; }

 private:
  /// The command that stops the same run here again.
  void hint() const {
    std::string_view const program = ::program_invocation_name;
    std::string const folder(program.substr(0, program.rfind('/') + 1));  // npos + 1 == 0
    std::fprintf(stderr, "skua: again in gdb: skua-run --gdb --sim %s,stop=%llu %s%s\n", text_.c_str(),
                 static_cast<unsigned long long>(world_.events()), folder.c_str(),
                 system::command_of_process().c_str());
    std::fflush(stderr);
  }

  static std::vector<sched::waiting_tasks> waiting_tasks_of(remote::job const& job, bool for_ever) {
    std::vector<sched::waiting_tasks> result;
    for (sched::place* const place : job.places) result.push_back(sched::waiting_at(*place, for_ever));
    return result;
  }

  /// A place can be lost after the last message of a run. Then the simulator gets stuck when its
  /// threads are joined, and this reports the loss.
  void end_if_lost() noexcept {
    int const place = fabric_->lost_place;
    if (place < 0 || job_.nodes.empty()) return;
    remote::node& first = *job_.nodes.front();
    remote::run_end::lost(place, first.end(), "was lost", true);
  }

  /// Ends the program if its tasks wait for each other.
  static void report_stuck(remote::job const& job) {
    std::vector<sched::waiting_tasks> const waiting = waiting_tasks_of(job, true);
    for (sched::waiting_tasks const& at_place : waiting) {
      if (at_place.count > 0) sched::end_in_deadlock(waiting, job.places.size() > 1);
    }
  }
  sim::summary summary() const;

  settings settings_;
  std::string text_;
  remote::job& job_;
  simulator world_;
  std::vector<std::unique_ptr<sim_place>> sim_places_;
  std::shared_ptr<fabric> fabric_;
  std::uint64_t begin_ = 0;
};

sim::summary simulated::summary() const {
  sim::summary summary;
  summary.events = world_.events();
  summary.fingerprint = world_.fingerprint();
  summary.processor_seconds = static_cast<double>(world_.processor_time()) * 1e-9;
  summary.line_moves = world_.line_moves();
  summary.interrupts = world_.interrupts();
  summary.messages = fabric_->messages;
  summary.bytes = fabric_->bytes;
  for (sched::place* const place : job_.places) {
    statistics const place_statistics = sched::statistics_of(*place);
    observe::for_each_request_counter<sim::summary, far_statistics>(
        [&](char const*, auto sum, auto count) { summary.*sum += place_statistics.far.*count; });
    worker_statistics const statistics = place_statistics.total();
    summary.near_steals += statistics.steals;
    summary.near_tasks += statistics.stolen;
    // Without spare workers: they would make more time of workers than there is.
    std::size_t const count = std::min(place_statistics.workers.size(), static_cast<std::size_t>(place->workers));
    for (auto const& own : std::span(place_statistics.workers).first(count))
      summary.idle += own.init + own.wait + own.idle;
  }
  return summary;
}

}  // namespace

std::unique_ptr<remote::simulation> simulate(std::string const& text, remote::job& job) {
  settings defaults;
  int const own_places = job.settings.places;
  if (own_places > 0) defaults.places = own_places;
  if (job.settings.workers > 0) defaults.workers = job.settings.workers;
  auto const used = parse_settings(text, defaults);
  if (own_places > 0 && own_places != used.places) {
    throw error("places: " + std::to_string(own_places) + " were asked for, but the settings of the simulation say " +
                std::to_string(used.places) + "; omit one of them");
  }
  return std::make_unique<simulated>(used, text, job);
}

}  // namespace skua::sim
