// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A directed graph as lists of successors, and the random graph of the SSCA2 and GLB benchmarks.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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

}  // namespace apps::bc
