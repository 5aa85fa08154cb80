// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique by branch and bound, divided like YewPar's "depth-bounded": cliques of fewer
// vertices than a limit spawn one task for each extension, in the order of the heuristic; a task
// searches the larger ones itself. Each place has the size of the largest clique it knows, which a
// task at every other place raises. As with `tsp`, the work depends on when an improvement reaches
// which place.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "apps/clique/depth_first.hpp"
#include "apps/clique/generator.hpp"
#include "apps/common/error.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

constexpr std::size_t words = 6;
using set = clique::bits<words>;

struct clique_search {
  clique_search(clique::problem<words> problem, int levels, double seconds_per_step, int initial_size,
                skua::max<std::int64_t> const& largest_size)
      : instance(std::move(problem)),
        depth(levels),
        step_cost(seconds_per_step),
        largest(initial_size),
        best(largest_size) {
    // Time passes for a task only between two pieces of work, and only then it learns of larger
    // cliques.
    constexpr double max_delay = 1e-3;
    if (step_cost > 0) steps_at_once = static_cast<std::uint64_t>(std::clamp(max_delay / step_cost, 1.0, 256.0));
  }

  clique::problem<words> instance;
  int depth;
  double step_cost;
  std::uint64_t steps_at_once = 256;
  int largest;  // known to this place; a plain int, since a simulation is one thread
  skua::max<std::int64_t> best;
};

using local_search = skua::place_local<clique_search>;

void report_clique(local_search shared, int size) {
  if (size <= shared->largest) return;
  shared->largest = size;
  shared->best += size;
  for (int p = 0; p < skua::places(); ++p) {
    if (p == skua::here()) continue;
    skua::spawn(skua::on(p), [shared, size] { shared->largest = std::max(shared->largest, size); });
  }
}

/// The work of a task is counted in reads of the incumbent: one for each branch considered.
class incumbent {
 public:
  incumbent(local_search shared, double path) : shared_(shared), state_(*shared), path_(path) {}

  int size() const {
    if (++steps_ >= state_.steps_at_once) work_off();
    return state_.largest;
  }
  void improve(set const&, int size) {
    work_off();
    report_clique(shared_, size);
  }
  void work_off() const {
    work(static_cast<double>(steps_) * state_.step_cost, path_);
    steps_ = 0;
  }

 private:
  local_search shared_;
  clique_search& state_;
  mutable std::uint64_t steps_ = 0;
  mutable double path_;
};

/// The candidates are joined to all chosen vertices. No clique among them is larger than the bound.
struct subtree {
  set candidates;
  std::int32_t size;
  std::int32_t bound;
  local_search shared;
  double path;

  void operator()() const {
    auto& state = *shared;
    double path_now = path;
    if (bound <= state.largest) return;
    if (candidates.empty()) {
      work(state.step_cost, path_now);
      return report_clique(shared, size);
    }
    if (size >= state.depth) {
      incumbent task_incumbent(shared, path);
      clique::depth_first<words, incumbent> engine(state.instance, task_incumbent);
      engine.search(set::none(), size, candidates);
      task_incumbent.work_off();
      return;
    }
    std::vector<clique::branch> branches;
    clique::colouring<words> colour(state.instance);
    colour(candidates, state.largest - size, branches);
    work(state.step_cost * static_cast<double>(1 + branches.size()), path_now);
    spawn_all(state, branches, path_now);
  }

  /// Spawns the heuristic's first choice last: a worker runs its newest task first.
  void spawn_all(clique_search const& state, std::vector<clique::branch> const& branches, double path_now) const {
    std::vector<subtree> children;
    set remaining = candidates;
    for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch) {
      children.push_back(
          {remaining & state.instance.neighbours(branch->vertex), size + 1, size + branch->colour, shared, path_now});
      remaining.erase(branch->vertex);
    }
    for (auto child = children.rbegin(); child != children.rend(); ++child) skua::spawn(skua::any, *child);
  }
};

static_assert(std::is_trivially_copyable_v<subtree>);

class counting_incumbent : public clique::plain_incumbent<words> {
 public:
  int size() const {
    ++steps;
    return plain_incumbent::size();
  }
  mutable std::uint64_t steps = 0;
};

class clique_workload final : public workload {
 public:
  std::string name() const override { return "clique"; }
  std::string description() const override { return "maximum clique: branch and bound in the order of a heuristic"; }

  void add_options(CLI::App& command) override {
    command.add_option("--graph", graph_, "graph by definition, as in `skua clique`; default random:100,0.7,1")
        ->type_name("NAME");
    command.add_option("--depth", depth_, "vertices up to which each extension is a task; default 2")
        ->check(CLI::Range(0, 100))
        ->type_name("N");
    command.add_option("--step-cost", step_cost_, "simulated time of a branch considered; default 10us")
        ->type_name("TIME");
  }

  void prepare() override {
    seconds_ = seconds_of("--step-cost", step_cost_);
    auto const graph = clique::generate(graph_);
    if (graph.words() > words) throw input_error("--graph: expected at most 384 vertices");
    instance_ = clique::problem<words>(graph);
    clique::plain_incumbent<words> dive_search;
    clique::depth_first<words, clique::plain_incumbent<words>>(instance_, dive_search).dive();
    dive_ = dive_search.size();
    counting_incumbent full_search;
    full_search.improve(dive_search.clique(), dive_);
    clique::depth_first<words, counting_incumbent>(instance_, full_search).search(set::none(), 0, instance_.all());
    largest_ = full_search.plain_incumbent::size();
    steps_ = full_search.steps;
  }

  counts run() const override {
    skua::max<std::int64_t> const best;
    best += dive_;
    local_search const shared(instance_, depth_, seconds_, dive_, best);
    skua::finish([&] { skua::spawn(skua::any, subtree{instance_.all(), 0, instance_.order(), shared, 0}); });
    return {{"vertices", static_cast<std::uint64_t>(best.get())}};
  }

  counts answer() const override { return {{"vertices", static_cast<std::uint64_t>(largest_)}}; }
  double sequential_work() const override { return static_cast<double>(steps_) * seconds_; }

 private:
  std::string graph_ = "random:100,0.7,1";
  int depth_ = 2;
  std::string step_cost_ = "10us";
  double seconds_ = 0;
  clique::problem<words> instance_;
  int dive_ = 0;
  int largest_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_clique() { return std::make_unique<clique_workload>(); }

}  // namespace apps::sim
