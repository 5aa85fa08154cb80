// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objectives at the ends of their type: unsigned numbers.
#include <atomic>

#include "extremes.hpp"

namespace search_test {

using unsigned_trees = testing::Types<flat_tree<unsigned>, guided_tree<unsigned>>;
INSTANTIATE_TYPED_TEST_SUITE_P(unsigned_numbers, extremes, unsigned_trees);

TEST(search_start, a_search_stopped_before_its_first_node_goes_on_without_an_initial_value) {
  skua::runtime job{{.workers = 1}};
  std::atomic<bool> const stop{true};
  job.run([&] {
    flat_tree<unsigned> const tree{};  // all 0
    auto const before = search::maximise(tree, {}, search::options{.node_limit = 1, .stop = &stop, .keep_open = true});
    ASSERT_FALSE(before.complete);
    auto const r = search::joined(
        before, search::maximise(tree, {}, {}, before.start, search::resume<flat_tree<unsigned>>(before.open)));
    ASSERT_TRUE(r.node);
    EXPECT_EQ(r.value, 0u);
    EXPECT_TRUE(r.complete);
  });
}

}  // namespace search_test
