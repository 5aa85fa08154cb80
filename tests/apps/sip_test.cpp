// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of subgraph isomorphism: the tree, the check of an embedding, and the reader.

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "../../apps/sip/reader.hpp"
#include "../../apps/sip/search.hpp"
#include "../../apps/sip/search_tree.hpp"
#include "../../apps/sip/verifier.hpp"
#include "complaint.hpp"

namespace {

using namespace apps::sip;

graph cycle(int order) {
  graph result("cycle", order);
  for (int a = 0; a < order; ++a) result.connect(a, (a + 1) % order);
  return result;
}

/// Tries all maps, one after another.
std::uint64_t count_by_trying(graph const& pattern, graph const& target, bool induced) {
  std::uint64_t count = 0;
  std::vector<int> images(static_cast<std::size_t>(pattern.order()));
  while (true) {
    count += is_embedding(pattern, target, images, induced) ? 1u : 0u;
    std::size_t i = 0;
    while (i < images.size() && ++images[i] == target.order()) images[i++] = 0;
    if (i == images.size()) return count;
  }
}

/// The simplest engine that can walk a tree: depth first, in order, with a separate node for every
/// child.
template <typename Problem>
void walk(Problem const& search_problem, typename Problem::node const& parent, answer& result) {
  ++result.nodes;
  result.count += search_problem.value(parent);
  EXPECT_EQ(search_problem.objective(parent) == search_problem.target_objective(), search_problem.value(parent) == 1);
  if (search_problem.value(parent) == 1 && result.images.empty()) result.images = search_problem.images(parent);
  auto children = search_problem.children(parent);
  typename Problem::node child;
  while (children.next(child)) {
    EXPECT_EQ(search_problem.objective(child), search_problem.objective(parent) + 1);
    walk(search_problem, child, result);
  }
}

/// Runs both programs and compares them node for node. Returns the number of embeddings.
std::uint64_t count_both_ways(graph const& pattern, graph const& target, bool induced) {
  auto const result = count_sequential(pattern, target, {induced});
  answer walked;
  with_target_width(target, [&](auto words) {
    problem<words> const search_problem(pattern, target, {induced});
    walk(search_problem, search_problem.root(), walked);
  });
  EXPECT_EQ(walked.count, result.count);
  EXPECT_EQ(walked.nodes, result.nodes);
  EXPECT_EQ(walked.images, result.images);
  auto const first = find_sequential(pattern, target, {induced});
  EXPECT_EQ(first.count, result.count > 0 ? 1u : 0u);
  EXPECT_EQ(first.images, result.images);
  EXPECT_LE(first.nodes, result.nodes);
  EXPECT_EQ(is_embedding(pattern, target, first.images, induced), result.count > 0);
  return result.count;
}

TEST(sip_search, agrees_with_trying_all_maps) {
  unsigned const seed = apps::test_seed();
  SCOPED_TRACE("replay with SKUA_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  auto const below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  auto const some_graph = [&](int order, int percent) {
    graph result("random", order);
    for (int a = 0; a < order; ++a) {
      for (int b = 0; b < a; ++b) {
        if (below(100) < percent) result.connect(a, b);
      }
      if (below(4) == 0) result.connect_to_itself(a);
    }
    return result;
  };
  std::uint64_t total = 0;
  for (int round = 0; round < 200; ++round) {
    auto const pattern = some_graph(below(4) + 1, 20 + below(80));
    auto const target = some_graph(below(7) + 1, 20 + below(80));
    for (bool const induced : {false, true}) {
      auto const count = count_by_trying(pattern, target, induced);
      ASSERT_EQ(count_both_ways(pattern, target, induced), count) << "round " << round;
      total += count;
    }
  }
  EXPECT_GT(total, 1000u);
  EXPECT_EQ(count_both_ways(cycle(130), cycle(130), true), 260u) << "three words";
}

graph read(std::string const& text) {
  std::istringstream from(text);
  return read_lad(from, "some.lad");
}

std::string complaint(std::string const& text) { return apps::complaint_of(read, text); }

TEST(sip_lad, reads_what_is_written) {
  auto const path = read("3\n1 1\n2 0 2\n1 1\n");
  EXPECT_EQ(path.name(), "some");
  EXPECT_TRUE(path.order() == 3 && path.edges() == 2 && path.adjacent(0, 1) && path.adjacent(2, 1));
  EXPECT_EQ(read("2\n0\n0\n").edges(), 0);
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "2\n1 1\n1 0\n")
                .edges(),
            1)
      << "a byte order mark";
  auto const loops = read("3\n2 0 1\n1 0\n1 2\n");
  EXPECT_TRUE(loops.edges() == 3 && loops.degree(0) == 2 && loops.adjacent(0, 0) && loops.adjacent(2, 2));
  EXPECT_EQ(count_both_ways(read("1\n1 0\n"), loops, false), 2u);
  EXPECT_EQ(count_both_ways(read("1\n0\n"), loops, false), 3u);
  EXPECT_EQ(count_both_ways(read("1\n0\n"), loops, true), 1u);
}

TEST(sip_lad, errors_name_file_and_line) {
  EXPECT_EQ(complaint(""), "some.lad:1: expected a number of vertices from 1 to 2048, found an empty file");
  EXPECT_EQ(complaint("2049\n"), "some.lad:1: expected a number of vertices from 1 to 2048, found '2049'");
  EXPECT_EQ(complaint("2\n1 1\n"),
            "some.lad:3: expected the degree of vertex 1 from 0 to 2, found the end of the file");
  EXPECT_EQ(complaint("2\n2 0 0\n"), "some.lad:2: expected each neighbour once, found 0 again");
  EXPECT_EQ(complaint("2\n1 2\n1 0\n"), "some.lad:2: expected a neighbour of vertex 0 from 0 to 1, found '2'");
  EXPECT_EQ(complaint("2\n0\n1 0\n"), "some.lad:3: expected each edge at both its ends, found one from 1 to 0 only");
  EXPECT_EQ(complaint("2\n1 1\n0\n"),
            "some.lad:4: expected each edge at both its ends, found a neighbour of vertex 1 that it does not list");
}

}  // namespace
