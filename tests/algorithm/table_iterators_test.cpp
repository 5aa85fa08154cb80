// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns of the table of algorithms: iterators of each category, over elements whose copies throw.
#include "algorithm/table_rows.hpp"

namespace {

using namespace algorithm_table;

[[maybe_unused]] bool const are_added = [] {
  add_column<strided_column>();
  add_column<walked_column<std::forward_iterator_tag>>();
  add_column<walked_column<std::input_iterator_tag>>();
  return true;
}();

}  // namespace
