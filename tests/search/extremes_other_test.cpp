// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objectives at the ends of their type: other_numbers.
#include "extremes.hpp"

namespace search_test {

using other_numbers_trees = testing::Types<guided_tree<bool>, guided_tree<std::int64_t>, guided_tree<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(other_numbers, extremes, other_numbers_trees);

}  // namespace search_test
