// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Betweenness centrality by Brandes' algorithm (2001): how many shortest paths go through each
// vertex, source by source.

#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace apps::bc {

/// Processes sources one after the other and keeps its memory between them.
class brandes {
 public:
  explicit brandes(graph const& input);

  /// Adds the part of this source to scores() and to counts().
  void add(vertex source);

  /// By vertex; directed, not normalised, excluding the ends of paths.
  std::vector<double> const& scores() const { return scores_; }
  tally const& counts() const { return counts_; }

 private:
  struct state {
    std::int32_t distance = unreached;
    double paths = 0;
    double share = 0;  ///< of each path to it in the pairs whose paths go through it or end there
  };
  static constexpr std::int32_t unreached = -1;

  state& at(vertex v) { return states_[static_cast<std::size_t>(v)]; }

  graph const& graph_;
  std::vector<state> states_;
  std::vector<vertex> order_;  ///< the vertices reached, nearest first
  std::vector<double> scores_;
  tally counts_;
};

}  // namespace apps::bc
