// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The result of a search for embeddings.

#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace apps::sip {

struct answer {
  std::vector<int> images;  ///< of one embedding, by pattern vertex; empty: there is none
  std::uint64_t count = 0;  ///< of all embeddings; if one is enough: 1 or 0
  std::uint64_t nodes = 0;  ///< of the search tree, with its root
};

/// Finds the first embedding on the calling thread: the reference for the parallel search.
answer find_sequential(graph const& pattern, graph const& target, search_goal const& goal);

/// Counts all embeddings.
answer count_sequential(graph const& pattern, graph const& target, search_goal const& goal);

}  // namespace apps::sip
