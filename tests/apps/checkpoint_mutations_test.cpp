// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Saved searches that were changed and have a correct checksum: each application refuses the file
// or finds the right answer.

#include <gtest/gtest.h>

#include <optional>

#include "mutated_checkpoint.hpp"
#include "small_trees.hpp"

namespace {

using namespace apps;
using namespace apps::test;

// A node is its images, so a changed image may name another node of the tree. The answer is the one
// that follows from the changed file.
TEST(checkpoint_mutations, sip_count) {
  auto const p = maps();
  expect_answer_or_refusal(
      20, [&](search_request const& request) { return enumerate(p, request); },
      [&](auto const& r, auto const&, mutated_checkpoint const& file) {
        return r.value == value_from_file<skua::plus_operation<std::uint64_t>>(p, file);
      });
}

TEST(checkpoint_mutations, queens) {
  auto const p = boards();
  expect_answer_or_refusal(
      30, [&](search_request const& request) { return enumerate<queens::add_tallies>(p, request); },
      [&](auto const& r, auto const& expected, mutated_checkpoint const& file) {
        return counted(r, expected, file) && r.value == value_from_file<queens::add_tallies>(p, file);
      });
}

// The hash of a node may be any number, so the answer may be that of another tree. It is the one
// that follows from the changed file.
TEST(checkpoint_mutations, uts) {
  for (auto const shape : {uts::tree_shape::fixed, uts::tree_shape::linear, uts::tree_shape::cyclic}) {
    auto const p = unbalanced(shape);
    expect_answer_or_refusal(
        10, [&](search_request const& request) { return enumerate<uts::add_totals>(p, request); },
        [&](auto const& r, auto const&, mutated_checkpoint const& file) {
          return r.value == value_from_file<uts::add_totals>(p, file);
        },
        mutations() / 3);
  }
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

TEST(checkpoint_mutations, semigroups_as_words) {
  words const p(11, 1, words::small_subtrees::in_nodes);
  expect_answer_or_refusal(100, [&](search_request const& request) { return enumerate(p, request); }, counted);
}

TEST(checkpoint_mutations, semigroups_as_bytes) {
  bytes const p(10, 1, bytes::small_subtrees::in_nodes);
  expect_answer_or_refusal(100, [&](search_request const& request) { return enumerate(p, request); }, counted);
}

}  // namespace
