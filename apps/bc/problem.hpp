// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Betweenness centrality of a random graph: the graph, the scores, and the programs that compute
// them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../common/app.hpp"

namespace apps::bc {

inline constexpr int smallest_scale = 2;
inline constexpr int largest_scale = 24;

using vertex = std::int32_t;
using edge = std::pair<vertex, vertex>;

/// Vertices are 0 to order() - 1. Double edges and loops stay: double edges are different shortest
/// paths.
class graph {
 public:
  graph(vertex order, std::vector<edge> const& edges);

  /// R-MAT (Chakrabarti, Zhan and Faloutsos, 2004) with 2^scale vertices and 8 edges for each,
  /// probabilities 0.55, 0.1, 0.1 and 0.25; equals the graph of the GLB benchmark with this seed,
  /// edge by edge.
  static graph rmat(int scale, std::uint64_t seed);

  vertex order() const { return static_cast<vertex>(first_.size()) - 1; }
  std::size_t edges() const { return successors_.size(); }
  std::span<vertex const> successors(vertex v) const {
    auto const i = static_cast<std::size_t>(v);
    return {successors_.data() + first_[i], successors_.data() + first_[i + 1]};
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<vertex> successors_;
};

/// The arguments of graph::rmat.
struct parameters {
  int scale = 12;
  std::uint64_t seed = 2;
};

/// The counts that are exact: they do not depend on the order of floating-point additions.
struct tally {
  std::int64_t inner = 0;     ///< vertices inside a shortest path, over all reachable pairs: the sum of all scores
  std::int64_t reached = 0;   ///< pairs of a source and a vertex it reaches, itself included
  std::int64_t farthest = 0;  ///< the longest shortest path, in edges

  friend bool operator==(tally const&, tally const&) = default;
};

struct answer {
  std::vector<double> scores;  ///< by vertex
  tally counts;
  std::size_t edges = 0;
  std::uint64_t tasks = 0;
};

/// One source after the other: the reference for the parallel computation.
answer compute_sequential(parameters const& settings);

/// In tasks of up to `bundle` sources, placed evenly over all places. Call inside `skua::run`.
answer compute_parallel(parameters const& settings, int bundle, common_options const& options);

/// The known counts of graph::rmat(scale, seed).
std::optional<tally> known_tally(int scale, std::uint64_t seed);

}  // namespace apps::bc
