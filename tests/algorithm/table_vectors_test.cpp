// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns of the table of algorithms: numbers, with NaN among them, and elements that only move.
#include "algorithm/table_rows.hpp"

namespace {

using namespace algorithm_table;

[[maybe_unused]] bool const are_added = [] {
  add_column<vector_column<double>>();
  add_column<vector_column<item<false>>>();
  return true;
}();

}  // namespace
