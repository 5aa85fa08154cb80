// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits and observation of a search, and what it says about itself.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace skua::search {

/// Work done. A node is counted where it is looked at, whether or not it is pruned then.
struct counts {
  std::uint64_t nodes = 0;
  std::uint64_t prunes = 0;        ///< nodes cut off by their bound
  std::uint64_t backtracks = 0;    ///< levels that were left because they had no child any more
  std::uint64_t tasks = 0;         ///< parts of the tree that were searched by a task of their own
  std::uint64_t cuts = 0;          ///< times that somebody gave a part away
  std::uint64_t improvements = 0;  ///< of the incumbent, found at this place

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

struct statistics : counts {
  std::vector<counts> per_place;
};

/// A snapshot while a search runs.
struct progress {
  double seconds = 0;
  std::uint64_t nodes = 0;
  /// An estimate of the share of the tree that is done, 0 to 1: the children of one node are taken
  /// to be equally large. It never decreases and is 1 exactly at the end.
  double share = 0;
  std::optional<double> incumbent = {};  ///< the best objective that is known, of an optimisation
};

struct options {
  int depth_limit = -1;                     ///< nodes of that depth (root: 0) have no children; -1: no limit
  std::uint64_t node_limit = 0;             ///< stop soon after so many nodes (one worker: at once); 0: no limit
  std::chrono::nanoseconds time_limit{0};   ///< stop soon after that time; 0: no limit
  std::atomic<bool> const* stop = nullptr;  ///< stop soon after it has become true (a signal handler may set it)
  /// an interrupted search returns the nodes that were not visited, without hopeless ones
  bool keep_open = false;
  std::function<void(progress const&)> observer = {};  ///< called in a task, at the place that started the search
  std::chrono::nanoseconds observe_every = std::chrono::milliseconds(200);
};

/// A node that an interrupted search has not visited.
template <class Node>
struct open_node {
  Node node;
  std::int32_t depth = 0;
  double weight = 0;  ///< its share of the tree

  template <class Archive>
  void serialize(Archive& a) {
    a(node, depth, weight);
  }
};

}  // namespace skua::search
