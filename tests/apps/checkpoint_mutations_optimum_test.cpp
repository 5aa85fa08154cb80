// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Saved searches for an optimum that were changed and have a correct checksum: each application
// refuses the file or finds the right answer.

#include <gtest/gtest.h>

#include <optional>

#include "mutated_checkpoint.hpp"
#include "small_trees.hpp"

namespace {

using namespace apps;
using namespace apps::test;

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

}  // namespace
