// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objectives at the ends of their type: floating-point numbers.
#include "extremes.hpp"

namespace search_test {

using floating_trees = testing::Types<guided_tree<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(floating_numbers, extremes, floating_trees);

}  // namespace search_test
