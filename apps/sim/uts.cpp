// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search with a synthetic cost of each node: one task per node, which may run at
// any place, or tasks of many.

#include <CLI/CLI.hpp>
#include <optional>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../uts/known.hpp"
#include "../uts/walk.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "uts_grain.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using uts::node;
using uts::parameters;

/// What all tasks of a place share, made there.
struct traversal {
  traversal(parameters const& of, cost const& each, std::int64_t at_a_time, skua::sum<std::int64_t> const& all,
            skua::sum<std::int64_t> const& without)
      : what(of), node_cost(each), grain(at_a_time), nodes(all), leaves(without) {}

  [[nodiscard]] double cost_of(node const& here) const {
    return node_cost.of(std::uint64_t{here.state.last} << 32 | here.state.reversed[0]);
  }

  uts::tree what;
  cost node_cost;
  std::int64_t grain;
  skua::sum<std::int64_t> nodes;
  skua::sum<std::int64_t> leaves;
  bool x86_hash = uts::x86_sha1::available();
};

/// One node. 40 bytes, trivially copyable: it fits into a task's slot, and travels as it is.
struct visit {
  node here;
  skua::place_local<traversal> all;
  double path;

  void operator()() const {
    auto const& t = *all;
    double until_now = path;
    work(t.cost_of(here), until_now);
    t.nodes += 1;
    int const children = t.what.children(here);
    if (children == 0) t.leaves += 1;
    for (int i = 0; i < children; ++i) {
      auto const index = static_cast<std::uint32_t>(i);
      skua::spawn(skua::any, visit{t.x86_hash ? t.what.child<uts::x86_sha1>(here, index)
                                              : t.what.child<uts::portable_sha1>(here, index),
                                   all, until_now});
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
    command.add_option("--depth", depth_, "of the tree; default 6")
        ->check(CLI::Range(1, 20))
        ->excludes(tree)
        ->type_name("N");
    command.add_option("--branching", branching_, "children of a node on average; default 4")
        ->check(CLI::Range(1.0, 100.0))
        ->excludes(tree)
        ->type_name("B");
    command.add_option("--tree-seed", tree_seed_, "of the tree's random stream; default 19")
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
    what_.shape = uts::tree_shape::fixed;
    what_.depth = depth_;
    what_.branching = branching_;
    what_.seed = tree_seed_;
    if (!name_.empty()) what_ = uts::named_tree(name_).what;
    auto const* const known = uts::find_known(what_);
    answer_ = known != nullptr ? known->answer : uts::walk_sequential(uts::tree(what_));
    leaves_known_ = known == nullptr || !known->only_nodes;
  }

  counts run() const override {
    skua::sum<std::int64_t> const nodes;
    skua::sum<std::int64_t> const leaves;
    skua::place_local<traversal> const all(what_, node_cost_, grain_, nodes, leaves);
    if (grain_ == 1) {
      skua::finish([&] { skua::spawn(skua::any, visit{uts::tree(what_).root(), all, 0}); });
    } else {
      skua::finish([&] { search_from_root(*all, all); });
    }
    return counted(static_cast<std::uint64_t>(nodes.get()), static_cast<std::uint64_t>(leaves.get()));
  }

  counts answer() const override { return counted(answer_.nodes, answer_.leaves); }

 private:
  /// Of trees that take hours to walk the number of nodes was published, not that of the leaves.
  counts counted(std::uint64_t nodes, std::uint64_t leaves) const {
    counts result{{"nodes", nodes}};
    if (leaves_known_) result.emplace_back("leaves", leaves);
    return result;
  }

  static void search_from_root(traversal const& here, skua::place_local<traversal> const& all) {
    node const root = here.what.root();
    int const children = here.what.children(root);
    double path = 0;
    work(here.cost_of(root), path);
    here.nodes += 1;
    here.leaves += children == 0 ? 1 : 0;
    if (children == 0) return;
    skua::spawn(skua::any, visit_many<traversal>{all, path},
                std::vector<open_children>{{root, 0, static_cast<std::uint32_t>(children)}});
  }

  std::string name_;
  int depth_ = 6;
  double branching_ = 4;
  std::uint32_t tree_seed_ = 19;
  std::int64_t grain_ = 1;
  cost_options cost_{"--node-cost", "1ms"};
  parameters what_;
  cost node_cost_;
  uts::totals answer_;
  bool leaves_known_ = true;
};

}  // namespace

std::unique_ptr<workload> make_uts() { return std::make_unique<uts_workload>(); }

}  // namespace apps::sim
