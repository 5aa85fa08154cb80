// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "enumerate.hpp"

#include "../skua/saved_search.hpp"
#include "tree_search.hpp"

namespace apps::uts {
outcome walk_search(tree const& input, search_request const& request) {
  auto result = enumerate<add_totals>(tree_search(input), request);
  return {take_outcome(result), result.value};
}

}  // namespace apps::uts
