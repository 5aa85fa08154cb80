// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The graphs of the clique application: definitions, orders, and the check of an answer.

#include <gtest/gtest.h>

#include <algorithm>

#include "../../apps/clique/generator.hpp"
#include "../../apps/clique/problem.hpp"
#include "../../apps/clique/search.hpp"
#include "../../apps/common/error.hpp"

namespace {

using namespace apps::clique;

TEST(clique_graphs, orders_and_edges_of_the_published_instances) {
  struct {
    char const* name;
    int order;
    std::int64_t edges;
  } const instances[] = {{"MANN_a45", 1035, 533115},    {"MANN_a81", 3321, 5506380},    {"hamming10-2", 1024, 518656},
                         {"hamming10-4", 1024, 434176}, {"johnson32-2-4", 496, 107880}, {"keller5", 776, 225990}};
  for (auto const& [name, order, edges] : instances) {
    auto const result = generate(name);
    EXPECT_EQ(result.order(), order) << name;
    EXPECT_EQ(result.edges(), edges) << name;
  }
}

TEST(clique_graphs, a_colouring_bounds_the_clique) {
  EXPECT_EQ(colour_bound(graph("empty", 0)), 0);
  EXPECT_EQ(colour_bound(graph("no edges", 70)), 1);
  EXPECT_EQ(colour_bound(generate("random:130,1,1")), 130);  // all pairs are joined
  EXPECT_GE(colour_bound(generate("MANN_a27")), 126);
  EXPECT_GE(colour_bound(generate("hamming6-2")), 32);
  // The vertices alternate between two sides, so each side gets one colour.
  graph circle("circle", 100);
  for (int v = 0; v < 100; ++v) circle.connect(v, (v + 1) % 100);
  EXPECT_EQ(colour_bound(circle), 2);
}

TEST(clique_generate, a_hidden_clique_is_there_and_its_degrees_do_not_betray_it) {
  for (int seed = 1; seed <= 5; ++seed) {
    auto const input = generate("hidden:200,0.5,20," + std::to_string(seed));
    auto const clique = search_sequential(input);
    EXPECT_EQ(clique.vertices.size(), 20u) << "without it the largest has about eleven";
    double inside = 0, total = 0;
    for (int v = 0; v < input.order(); ++v) total += input.degree(v);
    for (int const v : clique.vertices) inside += input.degree(v);
    EXPECT_NEAR(inside / 20, total / 200, 5);
  }
  for (auto const* wrong :
       {"hidden:90,0.7,9", "hidden:90,0.7,45,1", "hidden:90,1.7,9,1", "hidden:90,0.05,20,1", "hidden:90,0.7,x,1"}) {
    EXPECT_THROW((void)generate(wrong), apps::input_error) << wrong;
  }
}

/// The size of a largest clique, by trying every set of vertices.
int by_force(graph const& input) {
  int best = 0;
  for (unsigned set = 0; set >> input.order() == 0; ++set) {
    std::vector<int> vertices;
    for (int v = 0; v < input.order(); ++v) {
      if ((set >> v & 1) != 0) vertices.push_back(v);
    }
    if (is_clique(input, vertices)) best = std::max(best, static_cast<int>(vertices.size()));
  }
  return best;
}

TEST(clique_sequential, agrees_with_brute_force) {
  for (int seed = 0; seed < 60; ++seed) {
    auto const name =
        "random:" + std::to_string(1 + seed % 13) + ",0." + std::to_string(1 + seed % 9) + "," + std::to_string(seed);
    auto const input = generate(name);
    auto const clique = search_sequential(input);
    EXPECT_TRUE(is_clique(input, clique.vertices)) << name;
    EXPECT_EQ(static_cast<int>(clique.vertices.size()), by_force(input)) << name;
  }
}

// A worse bound gives the same answers with more nodes.
TEST(clique_sequential, opens_no_more_nodes_than_its_bound_lets_it) {
  struct {
    char const* name;
    std::uint64_t nodes;
  } const searches[] = {
      {"MANN_a9", 30}, {"hamming6-4", 69}, {"johnson8-4-4", 91}, {"keller4", 6549}, {"random:90,0.9,2", 958}};
  for (auto const& [name, nodes] : searches) EXPECT_EQ(search_sequential(generate(name)).nodes, nodes) << name;
}

}  // namespace
