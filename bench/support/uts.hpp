// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tree T1 of unbalanced tree search, by the code of the application, and the counters of its
// peers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "uts/problem.hpp"
#include "uts/search.hpp"

namespace bench {

/// -t 1 -a 3 -d 10 -b 4 -r 19; 4,130,071 nodes.
inline apps::uts::tree t1() {
  apps::uts::parameters tree_parameters;
  tree_parameters.type = apps::uts::tree_type::geometric;
  tree_parameters.shape = apps::uts::tree_shape::fixed;
  tree_parameters.branching = 4;
  tree_parameters.depth = 10;
  tree_parameters.seed = 19;
  return apps::uts::tree(tree_parameters);
}
inline constexpr apps::uts::totals t1_answer{4'130'071, 3'305'118, 10};

/// The counts of one thread; one cache line each, against false sharing.
struct alignas(64) uts_counts {
  apps::uts::totals thread_totals;

  /// Counts a node. Returns how many of its children are tasks; the others are counted here.
  int add(apps::uts::tree const& tree, apps::uts::node const& node) {
    int const children = tree.children(node);
    bool const only_leaves = tree.has_only_leaves(node);
    add(node.depth, 1, children > 0 ? 0 : 1);
    if (children > 0 && only_leaves) add(node.depth + 1, children, children);
    return only_leaves ? 0 : children;
  }

 private:
  void add(std::int32_t depth, int nodes, int leaves) {
    thread_totals.nodes += static_cast<std::uint64_t>(nodes);
    thread_totals.leaves += static_cast<std::uint64_t>(leaves);
    if (leaves > 0) thread_totals.depth = std::max(thread_totals.depth, static_cast<std::uint64_t>(depth));
  }
};

struct uts_team {
  std::vector<uts_counts> thread_counts;

  apps::uts::totals all() const {
    apps::uts::totals sum;
    for (auto const& [part] : thread_counts)
      sum = {sum.nodes + part.nodes, sum.leaves + part.leaves, std::max(sum.depth, part.depth)};
    return sum;
  }
};

/// One task per node; `start` starts a task of the peer.
template <class Runtime, class Hash, class Start>
struct uts_search {
  apps::uts::tree const& tree;
  uts_team& team;
  Start const& start;

  void visit(apps::uts::node const& node) const {
    int const children = team.thread_counts[static_cast<std::size_t>(Runtime::thread_number())].add(tree, node);
    for (int i = 0; i < children; ++i)
      start([s = *this, child = tree.child<Hash>(node, static_cast<std::uint32_t>(i))] { s.visit(child); });
  }
};

template <class Runtime>
apps::uts::totals walk_with(apps::uts::tree const& tree, int threads = 2) {
  uts_team team{std::vector<uts_counts>(static_cast<std::size_t>(threads))};
  Runtime::fork_all([&]<class Start>(Start const& start) {
    apps::uts::with_fastest_hash(
        [&]<class Hash>(Hash) { uts_search<Runtime, Hash, Start>{tree, team, start}.visit(tree.root()); });
  });
  return team.all();
}

}  // namespace bench
