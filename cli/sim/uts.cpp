// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search with a synthetic cost of each node: one task per node or per group of
// nodes, which may run at any place.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "apps/common/option_checks.hpp"
#include "apps/uts/problem.hpp"
#include "apps/uts/search.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

// Tasks of many nodes, as in GLB and APGAS (Posner and Fohry, 2018): a task visits a given number
// of nodes, gives half of its open nodes to a new task, and continues with the other half.

/// Unvisited children of a node: first to end - 1. 32 bytes.
struct open_children {
  uts::node parent;
  std::uint32_t first;
  std::uint32_t end;
};

/// `Shared` has the tree `tree`, the sums `nodes` and `leaves`, the flag `x86_hash`, the number of
/// nodes `grain` and `cost_of(node)`.
template <typename Shared>
struct visit_many {
  skua::place_local<Shared> shared;
  double path;

  void operator()(std::vector<open_children> open) const {
    if (shared->x86_hash) {
      run<uts::x86_sha1>(open);
    } else {
      run<uts::portable_sha1>(open);
    }
  }

 private:
  template <typename Hash>
  void run(std::vector<open_children>& open) const {
    auto const& t = *shared;
    double path_now = path;
    while (!open.empty()) {
      double seconds = 0;
      std::int64_t nodes = 0;
      std::int64_t leaves = 0;
      for (; nodes < t.grain && !open.empty(); ++nodes) {
        open_children& last = open.back();
        uts::node const current = t.tree.template child<Hash>(last.parent, last.first);
        if (++last.first == last.end) open.pop_back();
        seconds += t.cost_of(current);
        int const children = t.tree.children(current);
        if (children == 0) ++leaves;
        if (children > 0) open.push_back({current, 0, static_cast<std::uint32_t>(children)});
      }
      work(seconds, path_now);
      t.nodes += nodes;
      t.leaves += leaves;
      if (auto half = split(open); !half.empty()) skua::spawn(skua::any, visit_many{shared, path_now}, std::move(half));
    }
  }

  /// Splits off half of the children of each node, those at the end.
  static std::vector<open_children> split(std::vector<open_children>& open) {
    std::vector<open_children> half;
    for (auto& siblings : open) {
      std::uint32_t const count = siblings.end - siblings.first;
      if (count < 2) continue;
      std::uint32_t const middle = siblings.end - count / 2;
      half.push_back({siblings.parent, middle, siblings.end});
      siblings.end = middle;
    }
    return half;
  }
};

using uts::node;
using uts::parameters;

/// The state that all tasks of a place share, built there.
struct traversal {
  traversal(parameters const& tree_parameters, cost const& cost_per_node, std::int64_t task_grain,
            skua::sum<std::int64_t> const& node_sum, skua::sum<std::int64_t> const& leaf_sum)
      : tree(tree_parameters), node_cost(cost_per_node), grain(task_grain), nodes(node_sum), leaves(leaf_sum) {}

  [[nodiscard]] double cost_of(node const& current) const {
    return node_cost.of(std::uint64_t{current.state.last} << 32 | current.state.reversed[0]);
  }

  uts::tree tree;
  cost node_cost;
  std::int64_t grain;
  skua::sum<std::int64_t> nodes;
  skua::sum<std::int64_t> leaves;
  bool x86_hash = uts::x86_sha1::available();
};

/// One node. 40 bytes, trivially copyable: it fits into a task's slot and is sent without encoding.
struct visit {
  node current;
  skua::place_local<traversal> shared;
  double path;

  void operator()() const {
    auto const& t = *shared;
    double path_now = path;
    work(t.cost_of(current), path_now);
    t.nodes += 1;
    int const children = t.tree.children(current);
    if (children == 0) t.leaves += 1;
    for (int i = 0; i < children; ++i) {
      auto const index = static_cast<std::uint32_t>(i);
      skua::spawn(skua::any, visit{t.x86_hash ? t.tree.child<uts::x86_sha1>(current, index)
                                              : t.tree.child<uts::portable_sha1>(current, index),
                                   shared, path_now});
    }
  }
};

static_assert(std::is_trivially_copyable_v<visit> && sizeof(visit) <= 48);

class uts_workload final : public workload {
 public:
  std::string name() const override { return "uts"; }
  std::string description() const override {
    return "unbalanced tree search: an unpredictable tree, one task per node";
  }

  void add_options(CLI::App& command) override {
    auto* const tree =
        command.add_option("--tree", name_, "a tree of `skua uts` by name: T1, T1L, …")->type_name("NAME");
    command.add_option("--depth", depth_, "depth of the tree; default 6")
        ->check(CLI::Range(1, 20))
        ->excludes(tree)
        ->type_name("N");
    command.add_option("--branching", branching_, "children of a node on average; default 4")
        ->check(real_range(1.0, 100.0))
        ->excludes(tree)
        ->type_name("B");
    command.add_option("--tree-seed", tree_seed_, "seed of the tree's random stream; default 19")
        ->check(CLI::Range(0u, 0x7fffffffu))
        ->excludes(tree)
        ->type_name("N");
    command
        .add_option("--grain", grain_,
                    "nodes after which a task gives half of the rest to another; default 1: a task per node")
        ->check(CLI::Range(1, 1'000'000'000))
        ->type_name("N");
    cost_.add_to(command, "a node");
  }

  void prepare() override {
    node_cost_ = cost_.read();
    parameters_.shape = uts::tree_shape::fixed;
    parameters_.depth = depth_;
    parameters_.branching = branching_;
    parameters_.seed = tree_seed_;
    if (!name_.empty()) parameters_ = uts::named_tree(name_).tree_parameters;
    auto const* const known_tree = uts::find_known(parameters_);
    answer_ = known_tree != nullptr ? known_tree->answer : uts::walk_sequential(uts::tree(parameters_));
    leaves_known_ = known_tree == nullptr || !known_tree->only_nodes;
  }

  counts run() const override {
    skua::sum<std::int64_t> const nodes;
    skua::sum<std::int64_t> const leaves;
    skua::place_local<traversal> const shared(parameters_, node_cost_, grain_, nodes, leaves);
    if (grain_ == 1) {
      skua::finish([&] { skua::spawn(skua::any, visit{uts::tree(parameters_).root(), shared, 0}); });
    } else {
      skua::finish([&] { search_from_root(*shared, shared); });
    }
    return known_counts(static_cast<std::uint64_t>(nodes.get()), static_cast<std::uint64_t>(leaves.get()));
  }

  counts answer() const override { return known_counts(answer_.nodes, answer_.leaves); }

 private:
  /// Leaves out the leaves of trees that take hours to walk: only their number of nodes was
  /// published.
  counts known_counts(std::uint64_t nodes, std::uint64_t leaves) const {
    counts result{{"nodes", nodes}};
    if (leaves_known_) result.emplace_back("leaves", leaves);
    return result;
  }

  static void search_from_root(traversal const& current, skua::place_local<traversal> const& shared) {
    node const root = current.tree.root();
    int const children = current.tree.children(root);
    double path = 0;
    work(current.cost_of(root), path);
    current.nodes += 1;
    current.leaves += children == 0 ? 1 : 0;
    if (children == 0) return;
    skua::spawn(skua::any, visit_many<traversal>{shared, path},
                std::vector<open_children>{{root, 0, static_cast<std::uint32_t>(children)}});
  }

  std::string name_;
  int depth_ = 6;
  double branching_ = 4;
  std::uint32_t tree_seed_ = 19;
  std::int64_t grain_ = 1;
  cost_options cost_{"--node-cost", "1ms"};
  parameters parameters_;
  cost node_cost_;
  uts::totals answer_;
  bool leaves_known_ = true;
};

}  // namespace

std::unique_ptr<workload> make_uts() { return std::make_unique<uts_workload>(); }

}  // namespace apps::sim
