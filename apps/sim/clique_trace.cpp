// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique as its subtrees: what each takes is recorded from a sequential search, in time on this machine or in nodes, then they are
// spawned in search order. That is the work of a search whose every task knows what the sequential one knew: no more is cut off, and no less.

#include <CLI/CLI.hpp>
#include <vector>

#include "../clique/generate.hpp"
#include "../clique/subtrees.hpp"
#include "../skua/error.hpp"
#include "cost.hpp"
#include "costs_file.hpp"
#include "tasks.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

class clique_trace_workload final : public workload {
 public:
  std::string name() const override { return "clique-trace"; }
  std::string description() const override {
    return "maximum clique: the subtrees of a sequential search, with what each of them took";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--graph", graph_, "a graph of `skua clique`: " + clique::generated_names() + "; default hidden:200,0.7,20,1")
        ->type_name("NAME");
    command.add_option("--depth", depth_, "vertices chosen above a subtree; default 2")->check(CLI::Range(1, 10))->type_name("N");
    command.add_option("--node-cost", node_cost_, "simulated time of a node of the search; default: subtrees take the time they took here")
        ->type_name("TIME");
    command.add_option("--record", file_, "write the costs, for skua sim bag --costs")->type_name("FILE");
  }

  void prepare() override {
    bool const measured = node_cost_.empty();
    double const seconds = measured ? 0 : seconds_of("--node-cost", node_cost_);
    for (auto const& one : clique::subtrees(clique::generate(graph_), depth_)) {
      recorded_.push_back(measured ? one.seconds : static_cast<double>(one.nodes) * seconds);
    }
    if (recorded_.empty()) throw input_error("--graph: the search of " + graph_ + " has no subtrees of depth " + std::to_string(depth_));
    if (!file_.empty()) write_costs(file_, "subtrees of " + graph_ + " below depth " + std::to_string(depth_), recorded_);
  }

  counts run() const override {
    return run_tasks(recorded_.size(), [&](std::uint64_t i) { return recorded_[i]; });
  }

  counts answer() const override { return answer_of_tasks(recorded_.size()); }

 private:
  std::string graph_ = "hidden:200,0.7,20,1";
  int depth_ = 2;
  std::string node_cost_;
  std::string file_;
  std::vector<double> recorded_;
};

}  // namespace

std::unique_ptr<workload> make_clique_trace() { return std::make_unique<clique_trace_workload>(); }

}  // namespace apps::sim
