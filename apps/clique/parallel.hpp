// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for a largest clique.

#pragma once

#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::clique {

struct outcome : search_outcome {
  answer best;    ///< the largest clique found; there may be a larger one if it was stopped
  int bound = 0;  ///< there is none of more vertices
};

/// To be called in a task.
[[nodiscard]] outcome search_parallel(graph const& in, search_request const& wanted = {});

}  // namespace apps::clique
