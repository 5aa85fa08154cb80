// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The count by the search engine, which makes tasks of parts of the tree instead of every node.

#pragma once

#include "../skua/search_options.hpp"
#include "tree.hpp"

namespace apps::uts {

struct outcome : search_outcome {
  totals count;  ///< of the whole tree, or of the nodes looked at before it was stopped
};

/// To be called in a task.
[[nodiscard]] outcome walk_search(tree const& what, search_request const& wanted);

}  // namespace apps::uts
