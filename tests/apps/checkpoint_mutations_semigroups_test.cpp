// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Saved enumerations of semigroups that were changed and have a correct checksum: each is refused
// or gives the right answer.

#include <gtest/gtest.h>

#include "mutated_checkpoint.hpp"
#include "small_trees.hpp"

namespace {

using namespace apps;
using namespace apps::test;

TEST(checkpoint_mutations, semigroups_as_words) {
  words const p(11, 1, words::small_subtrees::in_nodes);
  expect_answer_or_refusal(100, [&](search_request const& request) { return enumerate(p, request); }, counted);
}

TEST(checkpoint_mutations, semigroups_as_bytes) {
  bytes const p(10, 1, bytes::small_subtrees::in_nodes);
  expect_answer_or_refusal(100, [&](search_request const& request) { return enumerate(p, request); }, counted);
}

}  // namespace
