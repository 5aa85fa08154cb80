// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "enumerate.hpp"

#include "../skua/saved_search.hpp"
#include "board_tree.hpp"

namespace apps::queens {
enumerated search_by_engine(int size, search_request const& request) {
  auto result = enumerate<add_tallies>(board_tree(size), request);
  return {take_outcome(result), result.value};
}

}  // namespace apps::queens
