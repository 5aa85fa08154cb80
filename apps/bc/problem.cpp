// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The graph, and the table of known counts.

#include "problem.hpp"

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

namespace {

struct fact {
  int scale;
  std::uint64_t seed;
  tally counts;
};

// Counts computed by independent programs; scale 14 with seed 2 agrees with the published scores of
// the GLB benchmark.
constexpr fact facts[] = {
    {2, 1, {1, 13, 2}},
    {3, 1, {45, 57, 4}},
    {4, 1, {281, 226, 5}},
    {5, 1, {1467, 963, 6}},
    {6, 1, {6469, 3543, 6}},
    {7, 1, {33067, 14773, 10}},
    {8, 1, {134391, 54571, 9}},
    {9, 1, {599399, 219541, 9}},
    {10, 1, {2612665, 886562, 12}},
    {11, 1, {10827942, 3420966, 13}},
    {12, 1, {45180323, 13399913, 13}},
    {2, 2, {4, 16, 2}},
    {3, 2, {27, 57, 3}},
    {4, 2, {324, 241, 6}},
    {5, 2, {1548, 962, 6}},
    {6, 2, {7177, 3666, 8}},
    {7, 2, {30504, 14182, 8}},
    {8, 2, {148019, 58322, 11}},
    {9, 2, {611645, 223328, 9}},
    {10, 2, {2524531, 859497, 9}},
    {11, 2, {10332557, 3303723, 11}},
    {12, 2, {45726258, 13425535, 13}},
    {13, 2, {185916403, 52137235, 15}},
    {14, 2, {748477854, 200693101, 14}},
    {15, 2, {3089837584, 789899496, 16}},
};

}  // namespace

std::optional<tally> known_tally(int scale, std::uint64_t seed) {
  for (auto const& entry : facts) {
    if (entry.scale == scale && entry.seed == seed) return entry.counts;
  }
  return std::nullopt;
}

}  // namespace apps::bc
