// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Saved enumerations that were changed and have a correct checksum: each application refuses the
// file or finds the right answer.

#include <gtest/gtest.h>

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

}  // namespace
