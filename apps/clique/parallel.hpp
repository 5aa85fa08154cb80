// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel search for a largest clique.

#pragma once

#include <skua/search/options.hpp>

#include "../skua/search_options.hpp"
#include "search.hpp"

namespace apps::clique {

struct outcome {
  answer best;           ///< the largest clique found
  bool complete = true;  ///< false: stopped on the way, there may be a larger one
  int bound = 0;         ///< there is none of more vertices
  double share = 1;
  skua::search::statistics stats;
};

/// To be called in a task.
[[nodiscard]] outcome search_parallel(graph const& in, search_request const& wanted = {});

}  // namespace apps::clique
