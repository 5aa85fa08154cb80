// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique by branch and bound, divided as YewPar's "depth-bounded" does it: cliques of fewer
// than so many vertices spawn one task for each way to extend them, in the order of the heuristic;
// the others are searched by their task. Each place has the size of the largest clique it knows,
// which a task at every other place raises. As with `tsp`, the work depends on when that is known
// where.

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

#include "../clique/depth_first.hpp"
#include "../clique/generate.hpp"
#include "../skua/error.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

constexpr std::size_t words = 6;
using set = clique::bits<words>;

struct clique_search {
  clique_search(clique::problem<words> graph, int levels, double each, int first, skua::max<std::int64_t> const& handle)
      : of(std::move(graph)), depth(levels), step_cost(each), largest(first), best(handle) {
    // Time passes for a task only between two pieces of work, and so does news of larger cliques
    // reach it.
    constexpr double news_is_late_by = 1e-3;
    if (step_cost > 0) steps_at_once = static_cast<std::uint64_t>(std::clamp(news_is_late_by / step_cost, 1.0, 256.0));
  }

  clique::problem<words> of;
  int depth;
  double step_cost;
  std::uint64_t steps_at_once = 256;
  int largest;  // that this place knows of; a simulation is one thread
  skua::max<std::int64_t> best;
};

using search_here = skua::place_local<clique_search>;

void found_clique(search_here all, int size) {
  if (size <= all->largest) return;
  all->largest = size;
  all->best += size;
  for (int p = 0; p < skua::places(); ++p) {
    if (p == skua::here()) continue;
    skua::spawn(skua::on(p), [all, size] { all->largest = std::max(all->largest, size); });
  }
}

/// What a task has done is counted in looks at the incumbent: one for each branch considered.
class incumbent {
 public:
  incumbent(search_here all, double path) : all_(all), here_(*all), path_(path) {}

  int size() const {
    if (++steps_ >= here_.steps_at_once) work_off();
    return here_.largest;
  }
  void improve(set const&, int size) {
    work_off();
    found_clique(all_, size);
  }
  void work_off() const {
    work(static_cast<double>(steps_) * here_.step_cost, path_);
    steps_ = 0;
  }

 private:
  search_here all_;
  clique_search& here_;
  mutable std::uint64_t steps_ = 0;
  mutable double path_;
};

/// Some vertices were chosen; the candidates are joined to all of them. No clique among them is
/// larger than the bound.
struct subtree {
  set candidates;
  std::int32_t size;
  std::int32_t bound;
  search_here all;
  double path;

  void operator()() const {
    auto& here = *all;
    double until_now = path;
    if (bound <= here.largest) return;
    if (candidates.empty()) {
      work(here.step_cost, until_now);
      return found_clique(all, size);
    }
    if (size >= here.depth) {
      incumbent known(all, path);
      clique::depth_first<words, incumbent> engine(here.of, known);
      engine.search(set::none(), size, candidates);
      known.work_off();
      return;
    }
    std::vector<clique::branch> branches;
    clique::colouring<words> colour(here.of);
    colour(candidates, here.largest - size, branches);
    work(here.step_cost * static_cast<double>(1 + branches.size()), until_now);
    spawn_all(here, branches, until_now);
  }

  /// The first of the heuristic last: a worker runs its newest task first.
  void spawn_all(clique_search const& here, std::vector<clique::branch> const& branches, double until_now) const {
    std::vector<subtree> children;
    set left = candidates;
    for (auto at = branches.rbegin(); at != branches.rend(); ++at) {
      children.push_back({left & here.of.neighbours(at->vertex), size + 1, size + at->colour, all, until_now});
      left.erase(at->vertex);
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
    command.add_option("--graph", graph_, "by definition, as `skua clique`; default random:100,0.7,1")
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
    of_ = clique::problem<words>(graph);
    clique::plain_incumbent<words> first;
    clique::depth_first<words, clique::plain_incumbent<words>>(of_, first).dive();
    dive_ = first.size();
    counting_incumbent all;
    all.improve(first.clique(), dive_);
    clique::depth_first<words, counting_incumbent>(of_, all).search(set::none(), 0, of_.all());
    largest_ = all.plain_incumbent::size();
    steps_ = all.steps;
  }

  counts run() const override {
    skua::max<std::int64_t> const best;
    best += dive_;
    search_here const all(of_, depth_, seconds_, dive_, best);
    skua::finish([&] { skua::spawn(skua::any, subtree{of_.all(), 0, of_.order(), all, 0}); });
    return {{"vertices", static_cast<std::uint64_t>(best.get())}};
  }

  counts answer() const override { return {{"vertices", static_cast<std::uint64_t>(largest_)}}; }
  double sequential_work() const override { return static_cast<double>(steps_) * seconds_; }

 private:
  std::string graph_ = "random:100,0.7,1";
  int depth_ = 2;
  std::string step_cost_ = "10us";
  double seconds_ = 0;
  clique::problem<words> of_;
  int dive_ = 0;
  int largest_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_clique() { return std::make_unique<clique_workload>(); }

}  // namespace apps::sim
