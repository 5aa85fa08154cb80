// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for embeddings.

#pragma once

#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::sip {

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
