// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Saved decisions that were changed and have a correct checksum: each application refuses the file
// or finds the right answer.

#include <gtest/gtest.h>

#include "mutated_checkpoint.hpp"
#include "small_trees.hpp"

namespace {

using namespace apps;
using namespace apps::test;

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

}  // namespace
