// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The searches for embeddings, and their results.

#pragma once

#include <cstdint>
#include <vector>

#include "../common/search_options.hpp"
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

struct outcome : search_outcome {
  answer solution;  ///< for a stopped search: of the part that was searched
};

/// Finds one embedding, or that there is none. Call inside a task.
[[nodiscard]] outcome find_parallel(graph const& pattern, graph const& target, search_goal const& goal,
                                    search_request const& request);

/// Counts all embeddings. Call inside a task.
[[nodiscard]] outcome count_parallel(graph const& pattern, graph const& target, search_goal const& goal,
                                     search_request const& request);

}  // namespace apps::sip
