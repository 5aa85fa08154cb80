// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Saved searches that were changed and have a correct checksum: each application refuses the file
// or finds the right answer. And each node of a tree is valid for its own application.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <sstream>
#include <string>

#include "../../apps/clique/generate.hpp"
#include "../../apps/clique/search.hpp"
#include "../../apps/clique/tree.hpp"
#include "../../apps/knapsack/generate.hpp"
#include "../../apps/knapsack/problem.hpp"
#include "../../apps/queens/board_tree.hpp"
#include "../../apps/semigroups/problem.hpp"
#include "../../apps/sip/problem.hpp"
#include "../../apps/tsp/generate.hpp"
#include "../../apps/tsp/tour_search.hpp"
#include "../../apps/uts/tree_search.hpp"
#include "mutated_checkpoint.hpp"

namespace {

using namespace apps;

using clique_tree = clique::tree<1>;
using knapsack_tree = knapsack::problem<4>;
using embeddings = sip::problem<1>;
using words = semigroups::problem<semigroups::right_generators<std::uint64_t>>;
using long_words = semigroups::problem<semigroups::right_generators<semigroups::two_words>>;
using bytes = semigroups::problem<semigroups::decompositions<4>>;
using long_bytes = semigroups::problem<semigroups::decompositions<10>>;

clique::graph random_graph() { return clique::generate("random:48,0.6,3"); }
clique_tree cliques() { return clique_tree(clique::problem<1>(random_graph())); }
knapsack_tree choices() {
  return knapsack_tree(knapsack::core(knapsack::generate(knapsack::recipe_from("3,100,1000,50"))));
}
tsp::tour_search tours() { return tsp::tour_search(tsp::random_instance(9, tsp::usual_seed)); }
queens::board_tree boards() { return queens::board_tree(7); }
uts::tree_search unbalanced(uts::tree_shape shape, uts::tree_type type = uts::tree_type::geometric) {
  uts::parameters config;
  config.type = type;
  config.shape = shape;
  config.depth = 5;
  config.seed = 19;
  return uts::tree_search(uts::tree(config));
}
/// Maps of a triangle with a tail into a graph of 12 vertices.
embeddings maps() {
  std::istringstream pattern("4\n3 1 2 3\n2 0 2\n2 0 1\n1 0\n");
  std::string text = "12\n";
  for (int a = 0; a < 12; ++a) {
    std::string row;
    int degree = 0;
    for (int b = 0; b < 12; ++b) {
      if (a == b || (a + b) % 3 == 0) continue;
      row += " " + std::to_string(b);
      ++degree;
    }
    text += std::to_string(degree) + row + "\n";
  }
  std::istringstream target(text);
  return embeddings(sip::read_lad(pattern, "pattern"), sip::read_lad(target, "target"), {});
}

/// The optimum is right. A copy of bytes can replace one node by another; then the subtree of the
/// first is lost.
constexpr auto optimal = [](auto const& r, auto const& expected, mutated_checkpoint const& file) {
  return r.value == expected.value || file.has_copied_bytes;
};
/// The count is right, unless the count in the file was changed: no check can notice that.
constexpr auto counted = [](auto const& r, auto const& expected, mutated_checkpoint const& file) {
  bool const other_count = file.first_change < static_cast<std::ptrdiff_t>(sizeof r.value);
  return r.value == expected.value || file.has_copied_bytes || other_count;
};

TEST(checkpoint_mutations, knapsack) {
  auto const p = choices();
  expect_answer_or_refusal(
      100, [&](search_request const& request) { return maximise(p, request, std::optional(p.root().profit)); },
      optimal);
}

TEST(checkpoint_mutations, tsp) {
  auto const p = tours();
  expect_answer_or_refusal(
      60, [&](search_request const& request) { return minimise(p, request, std::optional(p.no_tour)); }, optimal);
}

// No check can notice that candidates are missing. Then the answer is a clique, but may be too
// small.
TEST(checkpoint_mutations, clique) {
  auto const p = cliques();
  expect_answer_or_refusal(
      10, [&](search_request const& request) { return maximise(p, request); },
      [&](auto const& r, auto const& expected, auto const&) {
        return r.node && p.valid(*r.node) && r.node->size == r.value && r.value <= expected.value;
      });
}

TEST(checkpoint_mutations, kclique) {
  auto const p = cliques();
  int const too_many = static_cast<int>(clique::search_sequential(random_graph()).vertices.size()) + 1;
  expect_answer_or_refusal(
      5, [&](search_request const& request) { return decide(p, too_many, request); },
      [](auto const& r, auto const& expected, auto const&) { return !r.node && !expected.node; });
}

TEST(checkpoint_mutations, sip_decision) {
  auto const p = maps();
  expect_answer_or_refusal(
      3, [&](search_request const& request) { return decide(p, p.target_objective(), request); },
      [&](auto const& r, auto const&, auto const& file) {
        return file.has_copied_bytes || (r.node && p.complete(*r.node));
      });
}

TEST(checkpoint_mutations, sip_count) {
  auto const p = maps();
  expect_answer_or_refusal(20, [&](search_request const& request) { return enumerate(p, request); }, counted);
}

TEST(checkpoint_mutations, queens) {
  auto const p = boards();
  expect_answer_or_refusal(
      30, [&](search_request const& request) { return enumerate<queens::add_tallies>(p, request); }, counted);
}

TEST(checkpoint_mutations, semigroups_as_words) {
  words const p(11, 1, words::small_subtrees::in_nodes);
  expect_answer_or_refusal(100, [&](search_request const& request) { return enumerate(p, request); }, counted);
}

TEST(checkpoint_mutations, semigroups_as_bytes) {
  bytes const p(10, 1, bytes::small_subtrees::in_nodes);
  expect_answer_or_refusal(100, [&](search_request const& request) { return enumerate(p, request); }, counted);
}

// The hash of a node may be any number, so the answer may be that of another tree. Each such tree
// is finite.
TEST(checkpoint_mutations, uts) {
  for (auto const shape : {uts::tree_shape::fixed, uts::tree_shape::linear, uts::tree_shape::cyclic}) {
    auto const p = unbalanced(shape);
    expect_answer_or_refusal(
        10, [&](search_request const& request) { return enumerate<uts::add_totals>(p, request); },
        [](auto const&, auto const&, auto const&) { return true; }, mutations() / 3);
  }
}

TEST(checkpoint_nodes, of_a_uts_tree_are_not_deeper_than_its_shape_allows) {
  using enum uts::tree_shape;
  using enum uts::tree_type;
  auto const accepts_depth = [](uts::tree_search const& p, std::int32_t depth) {
    bool accepted = false;
    for (std::uint32_t hash = 0; hash < 100; ++hash) {
      auto n = p.root();
      n.position.state.last = hash << 24;
      n.position.depth = depth;
      for (n.children = 0; n.children <= 100; ++n.children) accepted = accepted || p.valid(n);
    }
    return accepted;
  };
  for (auto const& p : {unbalanced(linear), unbalanced(fixed), unbalanced(fixed, balanced)}) {
    EXPECT_TRUE(accepts_depth(p, 5));
    EXPECT_FALSE(accepts_depth(p, 6));
  }
  EXPECT_TRUE(accepts_depth(unbalanced(cyclic), 26));
  EXPECT_FALSE(accepts_depth(unbalanced(cyclic), 27));
  for (auto const& p : {unbalanced(expdec), unbalanced(fixed, binomial), unbalanced(linear, hybrid)}) {
    EXPECT_TRUE(accepts_depth(p, 100000));
    EXPECT_FALSE(accepts_depth(p, (1 << 30) + 1));
  }
  EXPECT_FALSE(accepts_depth(unbalanced(fixed), -1));
}

template <typename Problem>
void expect_all_valid(Problem const& p, typename Problem::node const& n, int& nodes_left) {
  ASSERT_TRUE(p.valid(n));
  auto children = p.children(n);
  for (typename Problem::node child{}; nodes_left > 0 && !testing::Test::HasFatalFailure() && children.next(child);
       --nodes_left) {
    expect_all_valid(p, child, nodes_left);
  }
}
void expect_all_valid(clique_tree const& p, clique_tree::node const& n, int& nodes_left) {
  ASSERT_TRUE(p.valid(n));
  auto children = p.children(n, n.size % 3 == 0 ? 0 : 7);
  for (clique_tree::node child{}; nodes_left > 0 && !testing::Test::HasFatalFailure() && children.next(child);
       --nodes_left) {
    expect_all_valid(p, child, nodes_left);
  }
}
/// Deep nodes: walks from the root to random children.
template <typename Problem>
void expect_valid_paths(Problem const& p, int paths) {
  std::mt19937 random(1);
  for (int path = 0; path < paths; ++path) {
    auto n = p.root();
    for (;;) {
      ASSERT_TRUE(p.valid(n));
      auto const child_count = p.children(n).left();
      if (child_count == 0) break;
      auto children = p.children(n);
      typename Problem::node child{};
      for (std::size_t i = random() % child_count + 1; i > 0; --i) ASSERT_TRUE(children.next(child));
      n = child;
    }
  }
}

TEST(checkpoint_nodes, each_node_of_a_tree_is_valid) {
  int nodes_left = 0;
  auto const check = [&](auto const& p) {
    nodes_left = 1000;
    expect_all_valid(p, p.root(), nodes_left);
  };
  check(cliques());
  check(choices());
  check(tours());
  check(boards());
  check(queens::board_tree(1));
  check(queens::board_tree(12));
  for (auto const shape :
       {uts::tree_shape::linear, uts::tree_shape::expdec, uts::tree_shape::cyclic, uts::tree_shape::fixed}) {
    check(unbalanced(shape));
    check(unbalanced(shape, uts::tree_type::hybrid));
  }
  check(unbalanced(uts::tree_shape::linear, uts::tree_type::balanced));
  check(maps());
  check(words(14, 1, words::small_subtrees::in_nodes));
  check(bytes(14, 2, bytes::small_subtrees::in_nodes));
  expect_valid_paths(words(60, 1, words::small_subtrees::in_nodes), 20);
  expect_valid_paths(long_words(70, 1, long_words::small_subtrees::in_nodes), 20);
  expect_valid_paths(long_bytes(50, 1, long_bytes::small_subtrees::in_nodes), 10);
}

}  // namespace
