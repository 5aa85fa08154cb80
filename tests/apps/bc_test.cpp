// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Betweenness centrality: the graph of the benchmark, and Brandes' algorithm on graphs that are
// small enough to compute by hand.

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "../../apps/bc/brandes.hpp"
#include "../../apps/bc/problem.hpp"

namespace {

using namespace apps::bc;

graph undirected(vertex order, std::vector<edge> edges) {
  auto const count = edges.size();
  for (std::size_t i = 0; i < count; ++i) edges.emplace_back(edges[i].second, edges[i].first);
  return graph(order, edges);
}

brandes all_of(graph const& input) {
  brandes work(input);
  for (vertex source = 0; source < input.order(); ++source) work.add(source);
  return work;
}

TEST(bc_brandes, two_ways_share_a_pair) {
  auto const input = undirected(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  auto const work = all_of(input);
  EXPECT_EQ(work.scores(), (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(work.counts(), (tally{4, 16, 2}));
}

TEST(bc_brandes, double_edges_are_different_paths_and_loops_none) {
  // From 0 to 3: twice through 1, once through 2.
  auto const input = graph(4, {{0, 1}, {0, 1}, {0, 2}, {1, 3}, {2, 3}, {1, 1}, {3, 3}});
  auto const work = all_of(input);
  EXPECT_DOUBLE_EQ(work.scores()[1], 2.0 / 3);
  EXPECT_DOUBLE_EQ(work.scores()[2], 1.0 / 3);
  EXPECT_EQ(work.scores()[0], 0);
  EXPECT_EQ(work.scores()[3], 0);
  EXPECT_EQ(work.counts().inner, 1);
}

TEST(bc_brandes, the_scores_add_up_to_the_exact_count) {
  for (int scale = 2; scale <= 9; ++scale) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      auto const result = compute_sequential({scale, seed});
      double sum = 0;
      for (double const score : result.scores) sum += score;
      EXPECT_NEAR(sum, static_cast<double>(result.counts.inner), 1e-6) << scale << ", " << seed;
      auto const expected_tally = known_tally(scale, seed);
      EXPECT_EQ(result.counts, expected_tally.value_or(result.counts)) << scale << ", " << seed;
    }
  }
}

TEST(bc_graph, is_that_of_the_benchmark) {
  // Loops were counts by an independent program.
  for (auto const& [scale, seed, loops] :
       {std::tuple{2, 1u, 21}, {2, 2u, 17}, {6, 1u, 112}, {10, 2u, 840}, {12, 2u, 2320}}) {
    auto const input = graph::rmat(scale, seed);
    EXPECT_EQ(input.order(), 1 << scale);
    EXPECT_EQ(input.edges(), std::size_t{8} << scale);
    int loop_count = 0;
    for (vertex v = 0; v < input.order(); ++v) {
      for (vertex const w : input.successors(v)) loop_count += v == w ? 1 : 0;
    }
    EXPECT_EQ(loop_count, loops) << scale << ", " << seed;
  }
}

}  // namespace
