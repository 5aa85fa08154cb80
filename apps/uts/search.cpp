// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The count without the library, with one task per node, and by the search engine.

#include "search.hpp"

#include <algorithm>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/progress.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>
#include <vector>

#include "../common/saved_search.hpp"
#include "search_tree.hpp"

namespace apps::uts {

// Unbalanced tree search as a program without a task library does it. It has an explicit stack,
// since binomial trees are up to a million levels deep. The stack is as fast as recursion: the
// hashes of siblings overlap.
namespace {

template <typename Hash>
totals walk(tree const& input) {
  totals sum;
  std::vector<node> open{input.root()};
  while (!open.empty()) {
    node const current = open.back();
    open.pop_back();
    ++sum.nodes;
    int const children = input.children(current);
    if (children == 0) {
      ++sum.leaves;
      sum.depth = std::max(sum.depth, static_cast<std::uint64_t>(current.depth));
      continue;
    }
    if (input.has_only_leaves(current)) {
      sum.nodes += static_cast<std::uint64_t>(children);
      sum.leaves += static_cast<std::uint64_t>(children);
      sum.depth = static_cast<std::uint64_t>(input.largest_depth());
      continue;
    }
    for (int i = 0; i < children; ++i) open.push_back(input.child<Hash>(current, static_cast<std::uint32_t>(i)));
  }
  return sum;
}

}  // namespace

totals walk_sequential(tree const& input) {
  return with_fastest_hash([&](auto hash) { return walk<decltype(hash)>(input); });
}

// Unbalanced tree search with one task per node that may have children, and no cutoff. The task
// spawns its children, which may run at any place, or counts them if they can have none, and ends.
// One `finish` around the root waits for all tasks, at any depth and place.
namespace {

/// The counts of the tasks. Handles: each place adds to its own part.
struct counters {
  skua::sum<std::int64_t> nodes;
  skua::sum<std::int64_t> inner;  ///< nodes that have children
  skua::max<std::int64_t> depth;
};

/// The state that all tasks of a place share, built there from the parameters and the features of
/// that machine's processor.
struct traversal {
  traversal(parameters const& tree_parameters, counters const& handles)
      : walked_tree(tree_parameters), count(handles) {}

  tree walked_tree;
  counters count;
  bool x86_hash = x86_sha1::available();
};

/// One node. 32 bytes, trivially copyable: it fits into a task's slot and is sent without encoding.
struct visit {
  node current;
  skua::place_local<traversal> shared;

  void operator()() const {
    auto const& t = *shared;
    t.count.nodes += 1;
    int const children = t.walked_tree.children(current);
    if (children == 0) return;
    t.count.inner += 1;
    t.count.depth += current.depth + 1;
    if (t.walked_tree.has_only_leaves(current)) {
      t.count.nodes += children;
    } else if (t.x86_hash) {
      spawn_children<x86_sha1>(t.walked_tree, children);
    } else {
      spawn_children<portable_sha1>(t.walked_tree, children);
    }
  }

  template <typename Hash>
  void spawn_children(tree const& walked_tree, int children) const {
    for (int i = 0; i < children; ++i) {
      skua::spawn(skua::any, visit{walked_tree.template child<Hash>(current, static_cast<std::uint32_t>(i)), shared});
    }
  }
};

static_assert(std::is_trivially_copyable_v<visit> && sizeof(visit) <= 48);

}  // namespace

totals walk_parallel(tree const& input, common_options const& options) {
  counters const count;
  skua::place_local<traversal> const shared(input.tree_parameters(), count);
  skua::progress_options line = options.progress("nodes");
  line.source = [&] { return skua::progress_report{static_cast<std::uint64_t>(count.nodes.peek()), {}, {}}; };
  skua::progress const live("uts", line);
  skua::finish([&] { skua::spawn(skua::any, visit{input.root(), shared}); });
  auto const nodes = static_cast<std::uint64_t>(count.nodes.get());
  auto const inner = static_cast<std::uint64_t>(count.inner.get());
  auto const depth = inner == 0 ? 0 : static_cast<std::uint64_t>(count.depth.get());
  return {nodes, nodes - inner, depth};
}

outcome walk_search(tree const& input, search_request const& request) {
  auto result = enumerate<add_totals>(tree_search(input), request);
  return {take_outcome(result), result.value};
}

}  // namespace apps::uts
