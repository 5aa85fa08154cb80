// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for a largest clique.

#pragma once

#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::clique {

struct outcome : search_outcome {
  answer best;    ///< the largest clique found; not proved to be the largest if the search was stopped
  int bound = 0;  ///< no clique has more vertices
};

/// Call inside a task.
[[nodiscard]] outcome search_parallel(graph const& input, search_request const& request = {});

}  // namespace apps::clique
