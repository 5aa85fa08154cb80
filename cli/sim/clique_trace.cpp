// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique as its subtrees: a sequential search records the cost of each subtree, in time on
// this machine or in nodes. They are then spawned like YewPar's "depth-bounded": the root spawns a
// task for each of its branches, and each branch spawns one for each of its subtrees. Tasks are
// spawned in search order, so thieves take the first ones.
// This is the work of a search whose tasks all know what the sequential search knew: it prunes
// exactly as much.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

#include "apps/clique/depth_first.hpp"
#include "apps/clique/generator.hpp"
#include "apps/common/error.hpp"
#include "cost.hpp"
#include "costs_file.hpp"
#include "tasks.hpp"
#include "workload.hpp"

namespace apps::clique {
namespace {

struct subtree {
  double seconds;       ///< on this machine
  std::uint64_t nodes;  ///< sets of candidates that were coloured
  int first_vertex;     ///< the vertex chosen first; it changes from one branch of the root to the next
};

template <std::size_t Words>
class recorder {
 public:
  using set = bits<Words>;

  explicit recorder(problem<Words> const& instance) : instance_(instance), engine_(instance, best_), colour_(instance) {
    engine_.dive();
  }

  void visit(set const& chosen, int size, set candidates, int depth) {
    if (depth == 0) return search(chosen, size, candidates);
    std::vector<branch> branches;
    colour_(candidates, best_.size() - size, branches);
    for (; !branches.empty() && size + branches.back().colour > best_.size(); branches.pop_back()) {
      int const vertex = branches.back().vertex;
      if (size == 0) root_branch_ = vertex;
      set const next_candidates = candidates & instance_.neighbours(vertex);
      candidates.erase(vertex);
      set extended = chosen;
      extended.insert(vertex);
      if (!next_candidates.empty()) {
        visit(extended, size + 1, next_candidates, depth - 1);
      } else if (size + 1 > best_.size()) {
        best_.improve(extended, size + 1);
      }
    }
  }

  std::vector<subtree> results;

 private:
  void search(set const& chosen, int size, set const& candidates) {
    auto const begin = std::chrono::steady_clock::now();
    auto const nodes = engine_.search(chosen, size, candidates);
    results.push_back(
        {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), nodes, root_branch_});
  }

  problem<Words> const& instance_;
  plain_incumbent<Words> best_;
  depth_first<Words, plain_incumbent<Words>> engine_;
  colouring<Words> colour_;
  int root_branch_ = -1;
};

/// The subtrees below `depth` chosen vertices, in search order. Subtrees that are pruned at once
/// are left out.
std::vector<subtree> subtrees(graph const& input, int depth) {
  return with_coarse_width(input, [&](auto words) {
    problem<words> const instance(input);
    recorder<words> searches(instance);
    searches.visit(bits<words>::none(), 0, instance.all(), depth);
    return searches.results;
  });
}

}  // namespace
}  // namespace apps::clique

namespace apps::sim {
namespace {

struct recorded_search {
  recorded_search(std::vector<double> subtree_seconds, std::vector<std::uint64_t> ends_of_branches,
                  skua::place_local<task_totals> const& task_sums)
      : seconds(std::move(subtree_seconds)), branch_ends(std::move(ends_of_branches)), totals(task_sums) {}

  std::vector<double> seconds;             // of the subtrees, in search order
  std::vector<std::uint64_t> branch_ends;  // of the branches: one past the last of their subtrees
  skua::place_local<task_totals> totals;
};

struct recorded_branch {
  std::uint64_t number;
  skua::place_local<recorded_search> search;

  void operator()() const {
    std::uint64_t const end = search->branch_ends[number];
    for (std::uint64_t i = number == 0 ? 0 : search->branch_ends[number - 1]; i < end; ++i)
      skua::spawn(skua::any, costly_task{i, search->seconds[i], search->totals});
  }
};

class clique_trace_workload final : public workload {
 public:
  std::string name() const override { return "clique-trace"; }
  std::string description() const override {
    return "maximum clique: the subtrees of a sequential search, with the time of each";
  }

  void add_options(CLI::App& command) override {
    command
        .add_option("--graph", graph_,
                    "a graph of `skua clique`: " + clique::generated_names() + "; default hidden:200,0.7,20,1")
        ->type_name("NAME");
    command.add_option("--depth", depth_, "vertices chosen above a subtree; default 2")
        ->check(CLI::Range(1, 10))
        ->type_name("N");
    command
        .add_option("--node-cost", node_cost_,
                    "simulated time of a node of the search; default: subtrees take the time they took here")
        ->type_name("TIME");
    command.add_option("--record", file_, "write the costs, for skua sim bag --costs")->type_name("FILE");
  }

  void prepare() override {
    if (!file_.empty()) try_costs("--record", file_);
    bool const measured = node_cost_.empty();
    double const seconds = measured ? 0 : seconds_of("--node-cost", node_cost_);
    int branch = -1;
    for (auto const& subtree : clique::subtrees(clique::generate(graph_), depth_)) {
      recorded_.push_back(measured ? subtree.seconds : static_cast<double>(subtree.nodes) * seconds);
      if (std::exchange(branch, subtree.first_vertex) != subtree.first_vertex) ends_.push_back(0);
      ends_.back() = recorded_.size();
    }
    if (recorded_.empty())
      throw input_error("--graph: the search of " + graph_ + " has no subtrees of depth " + std::to_string(depth_));
    if (!file_.empty())
      write_costs(file_, "subtrees of " + graph_ + " below depth " + std::to_string(depth_), recorded_);
  }

  counts run() const override {
    task_totals const sums;
    skua::place_local<task_totals> const totals(sums);
    skua::place_local<recorded_search> const shared(recorded_, ends_, totals);
    skua::finish([&] {
      for (std::size_t i = 0; i < ends_.size(); ++i) skua::spawn(skua::any, recorded_branch{i, shared});
    });
    return totals_of(sums);
  }

  counts answer() const override { return answer_of_tasks(recorded_.size()); }

 private:
  std::string graph_ = "hidden:200,0.7,20,1";
  int depth_ = 2;
  std::string node_cost_;
  std::string file_;
  std::vector<double> recorded_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace

std::unique_ptr<workload> make_clique_trace() { return std::make_unique<clique_trace_workload>(); }

}  // namespace apps::sim
