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
///
/// It goes level by level, twice over the edges of a level. The first pass writes each edge to the
/// end of a list, and moves that end only if the edge leads to a vertex not reached before: no
/// branch depends on it. The second pass, over the few edges that stayed, numbers the vertices and
/// adds up the paths. The way back needs these edges only.
class brandes {
 public:
  explicit brandes(graph const& input);

  /// Adds the part of this source to scores() and to counts().
  void add(vertex source);

  /// By vertex; directed, not normalised, excluding the ends of paths.
  std::vector<double> const& scores() const { return scores_; }
  tally const& counts() const { return counts_; }

 private:
  /// The vertices of one distance, in order_, and the edges that lead to them, in edges_.
  struct level {
    std::size_t first_vertex;
    std::size_t first_edge;
  };

  void search(vertex source);
  void add_dependencies();
  void forget();

  graph const& graph_;
  std::vector<char> reached_;   ///< by vertex, like the two below
  std::vector<double> paths_;   ///< shortest paths from the source
  std::vector<double> shares_;  ///< of each path to it in the pairs whose paths go through it or end there
  std::vector<vertex> order_;   ///< the vertices reached, nearest first
  std::vector<edge> edges_;     ///< those on shortest paths
  std::vector<level> levels_;   ///< nearest first; the last one is empty
  std::vector<double> scores_;
  tally counts_;
};

}  // namespace apps::bc
