// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objectives at the ends of their type: truth values and signed numbers.
#include "extremes.hpp"

namespace search_test {

using signed_trees = testing::Types<guided_tree<bool>, guided_tree<std::int64_t>>;
INSTANTIATE_TYPED_TEST_SUITE_P(signed_numbers, extremes, signed_trees);

}  // namespace search_test
