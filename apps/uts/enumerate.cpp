// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "enumerate.hpp"

#include "../skua/saved_search.hpp"
#include "tree_search.hpp"

namespace apps::uts {
outcome walk_search(tree const& what, search_request const& wanted) {
  auto found = enumerate<add_totals>(tree_search(what), wanted);
  return {ended(found), found.value};
}

}  // namespace apps::uts
