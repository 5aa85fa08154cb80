// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The shortest tour by the search engine.

#pragma once

#include <optional>
#include <vector>

#include "../skua/search_options.hpp"
#include "instance.hpp"

namespace apps::tsp {

struct proof : search_outcome {
  std::vector<int> tour;  ///< the shortest tour found, proved to be optimal if complete; empty: none yet
  length tour_length = 0;
  length bound = 0;  ///< no tour is shorter; the length itself if complete
};

/// Call inside a task.
[[nodiscard]] proof search_by_engine(instance const& cities, search_request const& request);

}  // namespace apps::tsp
