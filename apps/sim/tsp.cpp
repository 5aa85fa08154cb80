// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Travelling salesman by branch and bound, as `skua tsp` does it: one task per partial tour while
// many cities are left, and each place has a bound, which a task at every other place lowers when a
// shorter tour is found. How much is searched depends on when that is known where, so the work is
// not the same in all runs: what is beyond the sequential program's is one of the numbers.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../tsp/depth_first.hpp"
#include "../tsp/generate.hpp"
#include "../tsp/incumbent.hpp"
#include "../tsp/search.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using tsp::length;
using tsp::partial_tour;

/// What the tasks of one place share: made there from the distances.
struct tour_search {
  tour_search(tsp::instance const& in, int limit, double each, skua::min<length> const& handle)
      : of(in), cutoff(limit), node_cost(each), shortest(handle) {}

  tsp::problem of;
  int cutoff;
  double node_cost;
  skua::min<length> shortest;
  tsp::place_bound bound;
};

using search_here = skua::place_local<tour_search>;

void found_tour(search_here all, length whole) {
  if (!all->bound.lower(whole)) return;
  all->shortest += whole;
  for (int p = 0; p < skua::places(); ++p) {
    if (p == skua::here()) continue;
    skua::spawn(skua::on(p), [all, whole] { all->bound.lower(whole); });
  }
}

/// The incumbent as the engine of one task sees it. The task has worked for what it has seen when
/// others can notice.
class incumbent {
 public:
  incumbent(search_here all, double path) : all_(all), here_(*all), path_(path) {}

  void belongs_to(tsp::depth_first<incumbent> const& engine) { engine_ = &engine; }
  length best() const { return here_.bound.best(); }
  bool stop() {
    work_off();
    return false;
  }
  void improve(partial_tour const&, length whole) {
    work_off();
    found_tour(all_, whole);
  }
  void work_off() {
    work(static_cast<double>(engine_->nodes() - paid_) * here_.node_cost, path_);
    paid_ = engine_->nodes();
  }

 private:
  search_here all_;
  tour_search& here_;
  tsp::depth_first<incumbent> const* engine_ = nullptr;
  std::uint64_t paid_ = 0;
  double path_;
};

/// All tours that begin like this one. Trivially copyable: it travels as it is.
struct branch {
  partial_tour tour;
  search_here all;
  double path;

  void operator()() const {
    auto& here = *all;
    if (tour.so_far >= here.bound.best()) return;
    if (tour.left() <= here.cutoff) {
      incumbent known(all, path);
      tsp::depth_first<incumbent> engine(here.of, known);
      known.belongs_to(engine);
      engine.search(tour);
      known.work_off();
      return;
    }
    double until_now = path;
    work(here.node_cost, until_now);
    if (here.of.bound(tour) < here.bound.best()) spawn_branches(here, until_now);
  }

  /// From the farthest to the nearest: the newest task runs first.
  void spawn_branches(tour_search const& here, double until_now) const {
    std::array<int, tsp::most_cities> next;
    std::size_t count = 0;
    here.of.for_each_next(tour, [&](int city, length) {
      next[count++] = city;
      return true;
    });
    while (count > 0) {
      branch below = *this;
      below.path = until_now;
      int const city = next[--count];
      below.tour.go_to(city, here.of.distance(tour.last(), city));
      skua::spawn(skua::any, below);
    }
  }
};

static_assert(std::is_trivially_copyable_v<branch>);

class tsp_workload final : public workload {
 public:
  std::string name() const override { return "tsp"; }
  std::string description() const override { return "travelling salesman: branch and bound with a shared incumbent"; }

  void add_options(CLI::App& command) override {
    command.add_option("--cities", cities_, "with random distances from 1 to 9; default 18")
        ->check(CLI::Range(tsp::fewest_cities, 30))
        ->type_name("N");
    command.add_option("--instance", instance_, "seed of the distances; default 1337, as published")->type_name("N");
    command.add_option("--cutoff", cutoff_, "a task searches alone when so many cities are left; default: all but six")
        ->check(CLI::Range(0, tsp::most_cities))
        ->type_name("CITIES");
    command.add_option("--node-cost", node_cost_, "simulated time of a node; default 1us")->type_name("TIME");
  }

  void prepare() override {
    seconds_ = seconds_of("--node-cost", node_cost_);
    of_ = tsp::random_instance(cities_, instance_);
    if (cutoff_ < 0) cutoff_ = std::max(0, cities_ - 6);
    alone_ = tsp::search_sequential(of_);
  }

  counts run() const override {
    skua::min<length> const shortest;
    search_here const all(of_, cutoff_, seconds_, shortest);
    skua::finish([&] { skua::spawn(skua::any, branch{partial_tour::start(cities_), all, 0}); });
    return {{"length", static_cast<std::uint64_t>(shortest.get())}};
  }

  counts answer() const override { return {{"length", static_cast<std::uint64_t>(alone_.tour_length)}}; }
  double sequential_work() const override { return static_cast<double>(alone_.nodes) * seconds_; }

 private:
  int cities_ = 18;
  std::int64_t instance_ = tsp::usual_seed;
  int cutoff_ = -1;
  std::string node_cost_ = "1us";
  double seconds_ = 0;
  tsp::instance of_;
  tsp::answer alone_;
};

}  // namespace

std::unique_ptr<workload> make_tsp() { return std::make_unique<tsp_workload>(); }

}  // namespace apps::sim
