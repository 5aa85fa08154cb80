// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "graph.hpp"

namespace apps::bc {
namespace {

constexpr double a = 0.55;
constexpr double b = 0.1;
constexpr double c = 0.1;
constexpr double d = 0.25;
constexpr int edges_per_vertex = 8;

/// The generator of the benchmark: SplitMix with the finaliser of MurmurHash3.
class random_source {
 public:
  explicit random_source(std::uint64_t seed) : state_(seed) {}

  /// In [0, 1), 53 bits.
  double operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdu;
    z = (z ^ (z >> 33)) * 0xc4ceb9fe1a85ec53u;
    z ^= z >> 33;
    return static_cast<double>(z >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

}  // namespace

graph::graph(vertex order, std::vector<edge> const& edges)
    : first_(static_cast<std::size_t>(order) + 1), successors_(edges.size()) {
  for (auto const& [from, to] : edges) ++first_[static_cast<std::size_t>(from) + 1];
  for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
  auto next = first_;
  for (auto const& [from, to] : edges) successors_[next[static_cast<std::size_t>(from)]++] = to;
}

graph graph::rmat(int scale, std::uint64_t seed) {
  vertex const order = vertex{1} << scale;
  std::vector<edge> edges(static_cast<std::size_t>(order) * edges_per_vertex);
  random_source random(seed);
  // Bit by bit, and all edges before the next bit: the order of the draws is part of the
  // definition.
  for (vertex bit = 1; bit < order; bit <<= 1) {
    for (auto& [from, to] : edges) {
      if (random() > a + b) from += bit;
    }
    for (auto& [from, to] : edges) {
      double const left_half_probability = (from & bit) != 0 ? c / (c + d) : a / (a + b);
      if (random() > left_half_probability) to += bit;
    }
  }
  return graph(order, edges);
}

}  // namespace apps::bc
