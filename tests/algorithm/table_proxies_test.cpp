// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns of the table of algorithms: references that are proxies or values.
#include "algorithm/table_rows.hpp"

namespace {

using namespace algorithm_table;

[[maybe_unused]] bool const are_added = [] {
  add_column<vector_column<bool>>();
  add_column<zipped_column>();
  add_column<viewed_column>();
  return true;
}();

}  // namespace
