// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Travelling salesman by branch and bound, like `skua tsp`: one task per partial tour while many
// cities are left. Each place has a bound, which a task at every other place lowers when a shorter
// tour is found. The work depends on when an improvement reaches which place, so runs differ; one
// of the numbers is the work beyond that of the sequential program.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "apps/common/option_checks.hpp"
#include "apps/tsp/depth_first.hpp"
#include "apps/tsp/generator.hpp"
#include "apps/tsp/search.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using tsp::length;
using tsp::partial_tour;

/// The state that the tasks of one place share, built there from the distances.
struct tour_search {
  tour_search(tsp::instance const& cities, int limit, double seconds_per_node, skua::min<length> const& shortest_length)
      : instance(cities), cutoff(limit), node_cost(seconds_per_node), shortest(shortest_length) {}

  tsp::problem instance;
  int cutoff;
  double node_cost;
  skua::min<length> shortest;
  tsp::place_bound bound;
};

using local_tour_search = skua::place_local<tour_search>;

void report_tour(local_tour_search shared, length tour_length) {
  if (!shared->bound.lower(tour_length)) return;
  shared->shortest += tour_length;
  for (int p = 0; p < skua::places(); ++p) {
    if (p == skua::here()) continue;
    skua::spawn(skua::on(p), [shared, tour_length] { shared->bound.lower(tour_length); });
  }
}

/// The incumbent as the engine of one task sees it. The task works off its nodes before other tasks
/// can see an improvement.
class incumbent {
 public:
  incumbent(local_tour_search shared, double path) : shared_(shared), state_(*shared), path_(path) {}

  void belongs_to(tsp::depth_first<incumbent> const& engine) { engine_ = &engine; }
  length best() const { return state_.bound.best(); }
  bool stop() {
    work_off();
    return false;
  }
  void improve(partial_tour const&, length tour_length) {
    work_off();
    report_tour(shared_, tour_length);
  }
  void work_off() {
    work(static_cast<double>(engine_->nodes() - nodes_paid_) * state_.node_cost, path_);
    nodes_paid_ = engine_->nodes();
  }

 private:
  local_tour_search shared_;
  tour_search& state_;
  tsp::depth_first<incumbent> const* engine_ = nullptr;
  std::uint64_t nodes_paid_ = 0;
  double path_;
};

/// All tours that begin like this one. Trivially copyable: sent without encoding.
struct branch {
  partial_tour tour;
  local_tour_search shared;
  double path;

  void operator()() const {
    auto& state = *shared;
    if (tour.length_so_far >= state.bound.best()) return;
    if (tour.cities_left() <= state.cutoff) {
      incumbent task_incumbent(shared, path);
      tsp::depth_first<incumbent> engine(state.instance, task_incumbent);
      task_incumbent.belongs_to(engine);
      engine.search(tour);
      task_incumbent.work_off();
      return;
    }
    double path_now = path;
    work(state.node_cost, path_now);
    if (state.instance.bound(tour) < state.bound.best()) spawn_branches(state, path_now);
  }

  /// From the farthest city to the nearest: a worker runs its newest task first.
  void spawn_branches(tour_search const& state, double path_now) const {
    std::array<int, tsp::max_cities> next_cities;
    std::size_t count = 0;
    state.instance.for_each_next(tour, [&](int city, length) {
      next_cities[count++] = city;
      return true;
    });
    while (count > 0) {
      branch child = *this;
      child.path = path_now;
      int const city = next_cities[--count];
      child.tour.go_to(city, state.instance.distance(tour.last(), city));
      skua::spawn(skua::any, child);
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
        ->check(CLI::Range(tsp::min_cities, 30))
        ->type_name("N");
    command.add_option("--instance", instance_, "seed of the distances; default 1337, as published")
        ->check(long_fault)
        ->type_name("N");
    command
        .add_option("--cutoff", cutoff_, "a task searches alone when this many cities are left; default: all but six")
        ->check(CLI::Range(0, tsp::max_cities))
        ->type_name("CITIES");
    command.add_option("--node-cost", node_cost_, "simulated time of a node; default 1us")->type_name("TIME");
  }

  void prepare() override {
    seconds_ = seconds_of("--node-cost", node_cost_);
    cities_instance_ = tsp::random_instance(cities_, instance_);
    if (cutoff_ < 0) cutoff_ = std::max(0, cities_ - 6);
    sequential_answer_ = tsp::search_sequential(cities_instance_);
  }

  counts run() const override {
    skua::min<length> const shortest;
    local_tour_search const shared(cities_instance_, cutoff_, seconds_, shortest);
    skua::finish([&] { skua::spawn(skua::any, branch{partial_tour::start(cities_), shared, 0}); });
    return {{"length", static_cast<std::uint64_t>(shortest.get())}};
  }

  counts answer() const override { return {{"length", static_cast<std::uint64_t>(sequential_answer_.tour_length)}}; }
  double sequential_work() const override { return static_cast<double>(sequential_answer_.nodes) * seconds_; }

 private:
  int cities_ = 18;
  std::int64_t instance_ = tsp::usual_seed;
  int cutoff_ = -1;
  std::string node_cost_ = "1us";
  double seconds_ = 0;
  tsp::instance cities_instance_;
  tsp::answer sequential_answer_;
};

}  // namespace

std::unique_ptr<workload> make_tsp() { return std::make_unique<tsp_workload>(); }

}  // namespace apps::sim
