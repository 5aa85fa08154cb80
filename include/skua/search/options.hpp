// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits, observation and statistics of a search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <skua/detail/base/config.hpp>

namespace skua::search {

/// The work of a search. A node is counted at the place that visits it, whether or not it is
/// pruned.
struct counts {
  std::uint64_t nodes = 0;         ///< nodes visited
  std::uint64_t prunes = 0;        ///< nodes cut off by their bound
  std::uint64_t backtracks = 0;    ///< levels left because they had no more children
  std::uint64_t tasks = 0;         ///< parts of the tree that were searched by separate tasks
  std::uint64_t cuts = 0;          ///< times that a task gave nodes away
  std::uint64_t improvements = 0;  ///< improvements of the incumbent found at this place

  counts& operator+=(counts const& x) noexcept {
    nodes += x.nodes;
    prunes += x.prunes;
    backtracks += x.backtracks;
    tasks += x.tasks;
    cuts += x.cuts;
    improvements += x.improvements;
    return *this;
  }
  friend bool operator==(counts const&, counts const&) = default;
};

/// The work of a search: at all places together, and at each.
struct statistics : counts {
  std::vector<counts> per_place;  ///< the counts of each place
};

/// A snapshot while a search runs.
struct progress {
  double seconds = 0;       ///< since the start of the search
  std::uint64_t nodes = 0;  ///< nodes visited so far
  /// An estimate of the share of the tree that is done, 0 to 1. It assumes that the subtrees of
  /// siblings are equally large. It never decreases, and is 1 only at the end.
  double share = 0;
  std::optional<double> incumbent = {};  ///< the best objective known to an optimisation
};

/// Limits and observation of a search; the default has no limit.
struct options {
  /// nodes of this depth (root: 0) or more have no children; -1: no limit. A result that is
  /// complete is so for the tree that ends there.
  int depth_limit = -1;
  std::uint64_t node_limit = 0;             ///< stop soon after this many nodes (one worker: at once); 0: no limit
  std::chrono::nanoseconds time_limit{0};   ///< stop soon after this time; 0: no limit
  std::atomic<bool> const* stop = nullptr;  ///< stop soon after *stop is true (a signal handler may set it)
  /// an interrupted search returns the nodes that were not visited, except those that can be pruned
  bool keep_open = false;
  std::function<void(progress const&)> observer = {};  ///< called in a task, at the place that started the search
  std::chrono::nanoseconds observe_every = std::chrono::milliseconds(200);  ///< interval of the observer's calls
};

/// A node that an interrupted search has not visited.
template <class Node>
struct open_node {
  Node node;               ///< the node, as the problem made it
  std::int32_t depth = 0;  ///< its depth; the root has 0
  double weight = 0;       ///< estimated share of the tree that its subtree has, 0 to 1

  /// How the node is sent and saved; for the library.
  template <class Archive>
  void serialize(Archive& a) {
    a(node, depth, weight);
  }
};

}  // namespace skua::search
