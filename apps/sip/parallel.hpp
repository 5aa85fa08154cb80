// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for embeddings.

#pragma once

#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::sip {

struct outcome : search_outcome {
  answer found;  ///< if it was stopped: of what was searched until then
};

/// One embedding, or that there is none. To be called in a task.
[[nodiscard]] outcome find_parallel(graph const& pattern, graph const& target, wish const& what,
                                    search_request const& wanted);

/// All of them, counted. To be called in a task.
[[nodiscard]] outcome count_parallel(graph const& pattern, graph const& target, wish const& what,
                                     search_request const& wanted);

}  // namespace apps::sip
