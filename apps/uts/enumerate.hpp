// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The count by the search engine. Its tasks are parts of the tree instead of single nodes.

#pragma once

#include "../skua/search_options.hpp"
#include "tree.hpp"

namespace apps::uts {

struct outcome : search_outcome {
  totals count;  ///< of the whole tree, or of the nodes visited before the search was stopped
};

/// Call inside a task.
[[nodiscard]] outcome walk_search(tree const& input, search_request const& request);

}  // namespace apps::uts
